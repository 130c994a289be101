import type { Page } from '@playwright/test';
import type { ConfigReply } from '@warranty/contracts/system';
import { expect, test } from '../support/fixtures.ts';
import { saveLenovo } from '../vendor-keys/vendor-keys.page.ts';

/** Simulates an installation with different settings. */
async function changeConfig(page: Page, change: Partial<ConfigReply>): Promise<void> {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...change } });
  });
}

test.describe('Home', () => {
  test('shows what the product is and which vendors are supported', async ({ page, expectSentence }) => {
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('IT Warranty Lookup');
    await expectSentence(main, [
      'IT Warranty Lookup',
      'BETA',
      'Active vendors',
      'Dell (System)',
      'Configure additional vendor keys to enable more lookups',
    ]);
    await expectSentence(main, 'Lookups are supported for Dell', { exact: false });
    for (const vendor of ['Lenovo', 'HP']) await expect(main.locator('s', { hasText: vendor })).toBeVisible();
  });

  test('has a card for every tool that links to it', async ({ page, expectSentence }) => {
    const cards = [
      ['Image Lookup', 'Try It', '/image-lookup'],
      ['Purchase Date Prediction', 'Predict', '/purchase-date-predictor'],
      ['Individual Lookup', 'Lookup', '/individual-lookup'],
      ['Bulk Warranty Lookup', 'Upload', '/bulk-lookup'],
      ['Advanced Features', 'Preview Features', '/coming-soon'],
    ] as const;
    for (const [title, action, path] of cards) {
      await page.goto('/');
      const card = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
      await expectSentence(card, title);
      await expectSentence(card, action);
      await card.getByRole('link').click();
      await expect(page).toHaveURL(path);
    }
    await page.goto('/');
    await expectSentence(page.getByRole('main'), 'Coming Soon');
    await expectSentence(
      page,
      'Advanced Features: API Explorer, Key Management, External API Access for power users',
    );
  });

  test('lists the vendors the user has keys for, and no longer strikes them through', async ({
    page,
    expectSentence,
  }) => {
    await saveLenovo(page);
    await page.goto('/');
    await expectSentence(page, 'Lenovo (User)');
    const main = page.getByRole('main');
    await expect(main.getByText('Configure additional vendor keys to enable more lookups')).toHaveCount(0);
    await expect(main.locator('s')).toHaveText([/^HP/]);
  });

  test('treats vendor keys that fail to load as none', async ({ page }) => {
    await page.route('**/api/user/*/api-keys', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/');
    await expect(page.getByText('Configure additional vendor keys to enable more lookups')).toBeVisible();
  });

  test('keeps the vendor row if the settings fail to load', async ({ page, expectSentence }) => {
    await page.route('**/api/config', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/');
    const row = page.getByRole('region', { name: 'Active vendors' });
    await expectSentence(row, 'Dell (System)');
    await expectSentence(row, 'Configure additional vendor keys to enable more lookups');
  });

  test('reports that Dell is not set up, and shows no demo bar in that case', async ({
    page,
    browserErrors,
    expectSentence,
  }) => {
    await page.goto(process.env.E2E_PLAIN_URL ?? '');
    await expectSentence(page, 'Dell (System): not set up');
    await expect(page.getByText('Demo: sample data')).toHaveCount(0);
    browserErrors.length = 0;
  });
});

test.describe('Testers Needed!', () => {
  test('is opened by a button, and shows an email address', async ({ page, expectSentence }) => {
    await page.goto('/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Testers Needed!' }).click();
    const dialog = page.getByRole('dialog', { name: 'Testers Needed!' });
    await expectSentence(dialog, 'Testers Needed!');
    await expect(dialog).toContainText(/real serial numbers.*issue reports.*feedback.*suggestions/is);
    await expect(dialog.getByRole('link', { name: 'feedback@example.com' })).toHaveAttribute(
      'href',
      'mailto:feedback@example.com',
    );
    await expectSentence(dialog, 'Got it!');
    await dialog.getByRole('button', { name: 'Got it!' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Testers Needed!' })).toBeFocused();
  });

  test.describe('on a first visit', () => {
    test.use({ visitedBefore: false });
    test('opens automatically, once per browser', async ({ page }) => {
      await changeConfig(page, { feedbackEmail: null, issuesUrl: 'https://example.com/issues' });
      await page.goto('/');
      const dialog = page.getByRole('dialog', { name: 'Testers Needed!' });
      await expect(dialog.getByRole('link', { name: 'Report an issue' })).toHaveAttribute(
        'href',
        'https://example.com/issues',
      );
      await expect(dialog.getByText('Write to')).toHaveCount(0);
      await page.getByRole('button', { name: 'Got it!' }).click();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // The configuration has arrived, without which the dialog would not open anyway.
      await expect(page.getByText('Dell (System)')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    test('is hidden if there is no way to give feedback', async ({ page }) => {
      await changeConfig(page, { feedbackEmail: null, issuesUrl: null });
      await page.goto('/');
      await expect(page.getByText('Dell (System)')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Testers Needed!' })).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await page.evaluate(() => localStorage.getItem('testers-needed-shown'))).toBeNull();
    });
  });
});
