import { hold } from '../support/calls.ts';
import { expect, test } from '../support/fixtures.ts';

const groups = {
  'Warranty Lookup': [
    ['Home', '/'],
    ['Individual Lookup', '/individual-lookup'],
    ['Bulk Lookup', '/bulk-lookup'],
    ['Image Lookup', '/image-lookup'],
  ],
  'Advanced Tools': [
    ['API Explorer', '/api-explorer'],
    ['Purchase Date Predictor', '/purchase-date-predictor'],
    ['External API Testing', '/external-api?tab=testing'],
  ],
  'Network Agents': [
    ['Download Agents', '/agent-download'],
    ['Agent Discoveries', '/agent-discoveries'],
  ],
  Settings: [['API Key Management', '/api-keys']],
} as const;

const phone = { width: 390, height: 844 };

test.describe('the sidebar', () => {
  test('has four groups, and every item links to its route and is marked as current there', async ({
    page,
    expectSentence,
  }) => {
    await page.goto('/');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expectSentence(page, 'IT Asset Manager');
    await expectSentence(page, 'Warranty & Asset Lookup');
    for (const [group, items] of Object.entries(groups)) {
      await expectSentence(navigation, group);
      const list = navigation.getByRole('list', { name: group });
      await expect(list.getByRole('link')).toHaveText(items.map(([label]) => label));
      for (const [label, path] of items) {
        await expectSentence(list, label);
        await list.getByRole('link', { name: label }).click();
        await expect(page).toHaveURL(path);
        await expect(navigation.locator('[aria-current=page]')).toHaveText(label);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      }
    }
  });

  test('collapses with its button and with Ctrl+B, and remembers it for seven days', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    await expect(sidebar).toHaveCSS('width', '256px');
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await expect(sidebar).toHaveCSS('width', '48px');
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
    expect(cookie).toMatchObject({ value: 'false', path: '/' });
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 604800)).toBeLessThan(60);

    await page.reload();
    await expect(sidebar).toHaveCSS('width', '48px');
    await page.keyboard.press('Control+b');
    await expect(sidebar).toHaveCSS('width', '256px');
    await page.keyboard.press('Meta+b');
    await expect(sidebar).toHaveCSS('width', '48px');
    await page.keyboard.press('Meta+b');
    expect((await context.cookies()).find(({ name }) => name === 'sidebar_state')?.value).toBe('true');
  });

  test('labels its icons with tooltips when collapsed, after 700 ms', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'sidebar_state', value: 'false', url: baseURL ?? '' }]);
    await page.clock.install();
    await page.goto('/');
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('link', { name: 'Bulk Lookup' }).hover();
    await page.clock.runFor(650);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await page.clock.runFor(100);
    await expect(page.getByRole('tooltip')).toHaveText('Bulk Lookup');
  });

  test('is a side sheet below 768 px', async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 844 });
    await page.goto('/');
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    const sheet = page.getByRole('dialog', { name: 'Navigation' });
    await expect(sheet).toHaveCSS('width', '288px');
    await sheet.getByRole('link', { name: 'Agent Discoveries' }).click();
    await expect(page).toHaveURL('/agent-discoveries');
    await expect(sheet).toHaveCount(0);

    await page.setViewportSize({ width: 768, height: 844 });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  test('opens as a sheet with Ctrl+B on a phone, closes with Escape and restores the focus', async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await page.goto('/');
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
    await toggle.focus();
    await page.keyboard.press('Control+b');
    await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(toggle).toBeFocused();
  });
});

test.describe('the shell', () => {
  test('can be used with the keyboard alone', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('Dell (System)')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /^Configure additional vendor keys/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Look up anything' })).toBeFocused();

    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const order = [
      'Skip to content',
      ...Object.values(groups).flatMap((items) => items.map(([label]) => label)),
    ];
    for (const name of order) {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name, exact: true }).first()).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/api-keys');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: /Use the dark theme/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveClass('dark');
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('link', { name: 'Help for this page' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveAttribute(
      'data-state',
      'collapsed',
    );
  });

  test('shows the demo bar and the configured footer on every page', async ({ page, expectSentence }) => {
    for (const [, path] of Object.values(groups).flat()) {
      await page.goto(path);
      await expect(page.getByText('Demo: sample data')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText('Sponsored by Example Hosting');
    }
    await expectSentence(page, 'Demo: sample data');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Podcast: The Asset Hour');
    await expect(footer.getByRole('link', { name: 'GitHub' })).toHaveAttribute(
      'href',
      'https://example.com/github',
    );
  });

  test('has the demo bar from the start, so that it does not move the page', async ({ page }) => {
    const release = await hold(page, '**/api/config');
    await page.goto('/');
    const bar = page.getByText('Demo: sample data');
    await expect(bar).toBeVisible();
    const place = await page.getByRole('main').boundingBox();
    release();
    await expect(page.getByRole('contentinfo')).toContainText('Sponsored by Example Hosting');
    await expect(bar).toBeVisible();
    expect((await page.getByRole('main').boundingBox())?.y).toBe(place?.y);
  });

  test('shows a footer without links if none are configured', async ({ page, browserErrors }) => {
    await page.goto(process.env.E2E_PLAIN_URL ?? '');
    await expect(page.getByRole('contentinfo')).toContainText('IT Warranty Lookup');
    await expect(page.getByRole('contentinfo').getByRole('link')).toHaveText([
      'Documentation',
      'API reference',
    ]);
    browserErrors.length = 0;
  });

  test('opens without a session: only the runs on Home are missing', async ({ page, browserErrors }) => {
    await page.route('**/api/auth/session', (route) => route.fulfill({ status: 503, body: '{}' }));
    const refusal = page.waitForResponse('**/api/auth/session');
    await page.goto('/individual-lookup');
    await refusal;
    await expect(page.getByRole('textbox', { name: 'Model Number' })).toBeEditable();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.goto('/');
    await expect(page.getByRole('alert')).toHaveText(/Failed to load your runs/);
    await expect(page.getByRole('status')).toHaveCount(0);
    await page.unroute('**/api/auth/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    browserErrors.length = 0;
  });

  test('fetches once: no refetch on focus, no retry', async ({ page }) => {
    let reads = 0;
    await page.route('**/api/config', (route) => {
      reads += 1;
      return route.fulfill({ status: 500, body: '{}' });
    });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => {
      window.dispatchEvent(new Event('blur'));
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
      return fetch('/livez');
    });
    expect(reads).toBe(1);
    await page.getByRole('link', { name: 'API Explorer' }).click();
    await expect(page).toHaveURL('/api-explorer');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('IT Warranty Lookup');
    expect(reads).toBe(1);
  });

  test('shows a not found page for any other path', async ({ page, expectSentence }) => {
    await page.goto('/no/such/page');
    await expectSentence(page, 'Page Not Found');
    await expect(page).toHaveTitle('Page Not Found · IT Warranty Lookup');
    await page.getByRole('main').getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL('/');
  });
});

test.describe('Coming Soon', () => {
  test('previews unreleased features and links released ones', async ({ page, expectSentence }) => {
    await page.goto('/coming-soon');
    const main = page.getByRole('main');
    for (const title of [
      'Coming Soon',
      'API Explorer',
      'API Key Setup',
      'External API Access',
      'Network Discovery Agents',
      'Preview',
    ]) {
      await expectSentence(main, title);
    }
    const buttons = main.getByRole('button', { name: /^Preview/ });
    await expect(buttons).toHaveCount(3);
    for (const button of await buttons.all()) await expect(button).toBeDisabled();
    await expect(main.getByRole('link', { name: 'Open it: API Explorer' })).toHaveAttribute(
      'href',
      '/api-explorer',
    );
    await expectSentence(main, 'Lenovo, HP, Cisco, Meraki and Apple', { exact: false });
    await expect(main.getByText('Dell tip')).toBeVisible();
    await main.getByRole('link', { name: 'Download Agents' }).click();
    await expect(page).toHaveURL('/agent-download');
  });
});

test('the product can be installed', async ({ page, baseURL }) => {
  await page.goto('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const reply = await page.request.get(href ?? '');
  expect(reply.headers()['content-type']).toContain('application/manifest+json');
  const { icons, shortcuts, start_url } = await reply.json();
  for (const { src, type } of icons) {
    const icon = await page.request.get(src);
    expect([src, icon.headers()['content-type']]).toEqual([src, type]);
  }
  for (const { url } of [...shortcuts, { url: start_url }])
    await expect((await page.request.get(new URL(url, baseURL).href)).status()).toBe(200);
});
