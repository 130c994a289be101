import { avoidMidnight } from '../../harness/midnight.ts';
import { card, csv, path, plainRow, startRun } from '../bulk-lookup/bulk-lookup.page.ts';
import { countRequests } from '../support/calls.ts';
import { press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';
import { withOwnServer } from '../support/own-server.ts';
import { passTime } from '../support/pass-time.ts';
import { waitForSession } from '../support/wait-for-session.ts';

const perDay = 11;
const noneLeft = 'No vendor calls are left for today. Lookups continue at 00:00 UTC.';

const test = withOwnServer('daily', { VENDOR_CALLS_PER_DAY: String(perDay) });

const testSeconds = 30;
test.beforeEach(async () => {
  test.setTimeout(test.info().timeout + testSeconds * 1000);
  await avoidMidnight(testSeconds);
});

test.describe('the daily limit of vendor calls', () => {
  test('makes a run wait, which can be canceled', async ({ page, expectAccessibleEverywhere }) => {
    await page.clock.install();
    const polls = countRequests(page, (request) => request.url().includes('/api/progress/'));
    // The preview has used one call.
    await startRun(page, csv({ count: 1500, row: (at) => plainRow(at + 1000) }));
    await expect(card(page).getByText('Continues at 00:00 UTC', { exact: true })).toBeVisible();
    await expect(card(page).getByText('Waiting', { exact: true })).toBeVisible();
    await expect(
      card(page).getByText('You or your network have used all vendor calls for today'),
    ).toBeVisible();
    await expect(card(page).getByRole('link', { name: 'Add your own keys' })).toHaveAttribute(
      'href',
      '/api-keys',
    );
    await expect(page.getByRole('region', { name: 'Runs from the last 7 days' })).toContainText('Waiting');
    await expect(page.getByText(noneLeft)).toBeVisible();
    await expectAccessibleEverywhere(page, 'a run that waits');
    const before = polls.made;
    await passTime(page, 6500);
    expect(polls.made).toBe(before);
    await passTime(page, 60_000);
    expect(polls.made).toBeGreaterThan(before);

    await press(card(page), 'Resume');
    await expect(card(page).getByText('Waiting', { exact: true })).toBeVisible();
    await press(card(page), 'Cancel');
    await expect(card(page).getByText('Cancelled', { exact: true })).toBeVisible();
    await page.goto(path);
    await expect(page.getByText(noneLeft)).toBeVisible();
  });

  test('is shown on the individual page when few calls are left, and when none is', async ({
    page,
    expectAccessibleEverywhere,
  }) => {
    const few = `1 of ${perDay} vendor calls are left until 00:00 UTC.`;
    const tag = page.getByLabel('Model Number');
    const lookUp = async (serial: string) => {
      await tag.fill(serial);
      await page.getByRole('button', { name: 'Lookup Warranty' }).click();
      await expect(page.getByRole('heading', { name: serial })).toBeVisible();
    };
    await page.goto('/individual-lookup');
    await expect(tag).toBeVisible();
    await waitForSession(page);
    for (let call = 1; call < perDay; call += 1) {
      const status = await page.evaluate(
        async (modelNumber) => {
          const response = await fetch('/api/warranty/lookup', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ modelNumber, manufacturer: 'Dell' }),
          });
          return response.status;
        },
        `DAY00${String(call).padStart(2, '0')}`,
      );
      expect(status).toBe(200);
    }
    await expect(page.getByText(/vendor calls/)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText(few)).toBeVisible();
    await expectAccessibleEverywhere(page, 'few vendor calls left');

    await lookUp('DAY0098');
    await tag.fill('DAY0099');
    await page.getByRole('button', { name: 'Lookup Warranty' }).click();
    await expect(page.getByRole('heading', { name: 'Lookup Failed' })).toBeVisible();
    await expect(
      page.getByText(
        'You or your network have used all vendor calls for today. Try again after 00:00 UTC, or add your own API keys.',
        { exact: true },
      ),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Set up Dell keys' })).toBeVisible();
    await expect(page.getByText(noneLeft)).toBeVisible();
    await expectAccessibleEverywhere(page, 'no vendor calls left');
    await page.goto('/image-lookup');
    await expect(page.getByText(noneLeft)).toBeVisible();
    await expectAccessibleEverywhere(page, 'no vendor calls left for photos');
  });
});
