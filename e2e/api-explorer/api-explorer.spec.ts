import { countRequests, hold } from '../support/calls.ts';
import { press, readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  answer,
  choose,
  endpoint,
  exported,
  fetchData,
  line,
  main,
  mappings,
  notification,
  open,
  parameter,
  path,
  read,
  response,
  tab,
  tree,
} from './api-explorer.page.ts';

const warning = 'This endpoint contains sensitive data. Use caution when exporting or sharing results.';

test.describe('the API Explorer', () => {
  test('shows its labels and links back to Home', async ({ page, expectSentence }) => {
    await open(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API Explorer');
    await expect(page).toHaveTitle('API Explorer · IT Warranty Lookup');
    await expectSentence(main(page), [
      ...['API Explorer', 'Back to Home', 'Internal APIs', 'External APIs', 'Fetch Data'],
      ...['Raw JSON Response', 'Field Mappings', 'Export Preview', 'Export to CSV'],
    ]);
    await main(page).getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });

  test('lists every endpoint with its method, and marks the sensitive ones', async ({
    page,
    expectSentence,
  }) => {
    await open(page);
    await endpoint(page).click();
    const options = page.getByRole('option');
    const texts = await options.allInnerTexts();
    expect(texts.length).toBeGreaterThan(8);
    for (const text of texts) expect(text).toMatch(/^GET\s+\//);
    await expect(options.filter({ hasText: '/api/config' })).not.toContainText('sensitive');
    await expect(options.filter({ hasText: '/api/config' })).toContainText('Get the public configuration');
    await expect(options.filter({ hasText: '/api/external-tokens' })).toContainText('sensitive');
    await page.keyboard.press('Escape');
    await choose(page, '/api/external-tokens');
    await expectSentence(main(page), 'sensitive');
    await expectSentence(main(page), warning);
    await choose(page, '/api/config');
    await expect(page.getByText(warning)).toHaveCount(0);
  });

  test('finds an endpoint by words of its summary, with the keyboard alone', async ({ page }) => {
    await open(page);
    await endpoint(page).press('Enter');
    await page.keyboard.type('tokens user');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.type('zzz');
    await expect(page.getByText('No matching endpoints.')).toBeVisible();
    for (const _ of 'zzz') await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(endpoint(page)).toContainText('/api/external-tokens');
    await expect(endpoint(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(tree(page)).toBeVisible();
  });

  test('fetches each endpoint that takes no parameters', async ({ page }) => {
    await open(page);
    const paths = (await (await page.request.get('/api/discovery')).json()).endpoints as {
      path: string;
      pathParams: unknown[];
    }[];
    for (const { path: each, pathParams } of paths) {
      if (pathParams.length > 0) continue;
      await choose(page, each);
      await fetchData(page);
      await expect(response(page)).toContainText(each);
    }
  });
});

test.describe('a fetch', () => {
  test('shows a loading state, then the response with its source', async ({ page, expectSentence }) => {
    const release = await hold(page, '**/api/external-tokens', { json: { tokens: [{ id: 'first' }] } });
    await open(page);
    await choose(page, '/api/external-tokens');
    await press(page, 'Fetch Data');
    await expectSentence(main(page), 'Fetching...');
    await expect(page.getByRole('button', { name: 'Fetching...' })).toBeDisabled();
    release();
    await expect(line(page, '"id": "first"')).toBeVisible();
    await expectSentence(response(page), 'Internal');
    await expect(response(page)).toContainText(/200 in \d+ ms/);
    await expect(response(page)).toContainText('27 bytes');
  });

  test('sends the input, encoded, and skips blank parameters', async ({ page, expectSentence }) => {
    await open(page);
    await choose(page, '/api/bulk-runs/{runId}/results');
    await expectSentence(main(page), 'Required');
    await parameter(page, 'runId').fill('a/../b?c#d');
    await parameter(page, 'search').fill('x & y');
    await parameter(page, 'limit').fill('   ');
    const asked = page.waitForRequest('**/api/bulk-runs/**');
    await press(page, 'Fetch Data');
    const request = await asked;
    expect(new URL(request.url()).pathname + new URL(request.url()).search).toBe(
      '/api/bulk-runs/a%2F..%2Fb%3Fc%23d/results?search=x+%26+y',
    );
    expect(request.method()).toBe('GET');
    expect((await request.allHeaders()).cookie).toBeTruthy();
  });

  test('does not start without required parameters, or with one that leads to another path', async ({
    page,
  }) => {
    await open(page);
    await choose(page, '/api/bulk-runs/{runId}/results');
    // The list of runs is read for the choices.
    const asked = countRequests(page, (request) => /\/api\/bulk-runs\/|\/results/.test(request.url()));
    await press(page, 'Fetch Data');
    await expect(page.getByText('runId is required')).toBeVisible();
    await expect(parameter(page, 'runId')).toBeFocused();
    await page.keyboard.type('..');
    await expect(page.getByText('runId is required')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByText('.. would change the request path')).toBeVisible();
    expect(asked.made).toBe(0);
  });

  test('has the user id filled in', async ({ page }) => {
    await open(page);
    await choose(page, '/api/user/{userId}/api-keys');
    await expect(parameter(page, 'userId')).toHaveValue(/^demo-user-[a-z0-9]{9}$/);
    await fetchData(page);
    await expect(line(page, '"vendor": "Dell"')).toBeVisible();
  });

  test('can be copied as a command without a cookie', async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page);
    await read(page, '/api/config');
    await press(response(page), 'Copy as cURL');
    const copied = () => readClipboard(page);
    await expect.poll(copied).toBe(`curl -sS '${baseURL}/api/config'`);
    await read(page, '/api/bulk-runs');
    await press(response(page), 'Copy as cURL');
    await expect.poll(copied).toContain('Authorization: Bearer YOUR_TOKEN');
    expect(await copied()).not.toContain('ookie');
    // Access tokens cannot call this endpoint, so no command would work.
    await read(page, '/api/external-tokens');
    await expect(response(page).getByRole('button', { name: 'Copy as cURL' })).toHaveCount(0);
  });
});

test.describe('the state of an endpoint', () => {
  test('is cleared when another one is chosen', async ({ page }) => {
    await open(page);
    await choose(page, '/api/bulk-runs/{runId}/results');
    await parameter(page, 'limit').fill('7');
    await read(page, '/api/config');
    await expect(mappings(page)).not.toHaveCount(0);
    await choose(page, '/api/bulk-runs/{runId}/results');
    await expect(parameter(page, 'limit')).toHaveValue('');
    await expect(tree(page)).toHaveCount(0);
    await expect(mappings(page)).toHaveCount(0);
    await expect(response(page).getByText('No response yet')).toBeVisible();
  });

  test('gets up to five suggested mappings, which never replace existing ones', async ({ page }) => {
    await answer(page, '/api/external-tokens', [{ a: 1, b: { c: 2, d: { e: 3 } }, f: 4, g: 5, h: 6, i: 7 }]);
    await open(page);
    await read(page, '/api/external-tokens');
    await expect(mappings(page)).toHaveCount(5);
    await press(page, 'Remove a');
    await expect(mappings(page)).toHaveCount(4);
    await page.unroute('**/api/external-tokens');
    await answer(page, '/api/external-tokens', [{ z: 1, y: 2 }]);
    await press(page, 'Fetch Data');
    await expect(line(page, '"z": 1')).toBeVisible();
    await expect(mappings(page)).toHaveCount(4);
    for (let left = 4; left > 0; left -= 1) {
      await mappings(page)
        .first()
        .getByRole('button', { name: /^Remove / })
        .click();
      await expect(mappings(page)).toHaveCount(left - 1);
    }
    await press(page, 'Fetch Data');
    await expect(mappings(page)).toHaveCount(2);
  });
});

test.describe('the source', () => {
  test('is in the URL, and switching it clears the mappings', async ({ page, expectSentence }) => {
    await open(page);
    await read(page, '/api/config');
    const url = `${path}?endpoint=%2Fapi%2Fconfig`;
    await expect(mappings(page)).not.toHaveCount(0);
    await tab(page, 'External APIs').click();
    await expectSentence(notification(page), 'Switched to External APIs');
    await expect(page).toHaveURL(`${url}&tab=external`);
    await expectSentence(response(page), 'External');
    await expect(tree(page)).toHaveCount(0);
    await expect(mappings(page)).toHaveCount(0);
    await tab(page, 'Internal APIs').click();
    await expectSentence(notification(page), 'Switched to Internal APIs');
    await expect(page).toHaveURL(`${url}&tab=internal`);
    await expect(tree(page)).toBeVisible();
    await expect(mappings(page)).toHaveCount(0);
    await tab(page, 'Internal APIs').press('ArrowRight');
    await expect(tab(page, 'External APIs')).toBeFocused();
    await expect(page).toHaveURL(`${url}&tab=external`);
    await page.reload();
    await expect(tab(page, 'External APIs')).toHaveAttribute('aria-selected', 'true');
    await expect(notification(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'API Explorer' }).click();
    await expect(tab(page, 'Internal APIs')).toHaveAttribute('aria-selected', 'true');
  });
});

test('a response can be exported to a file', async ({ page, expectSentence }) => {
  const devices = Array.from({ length: 12 }, (_, index) => ({
    serial: `B00000${index}`,
    model: { name: index === 0 ? 'Says "hi", twice\nover' : `Latitude ${index}` },
    tags: index === 1 ? [] : ['loan', `desk ${index}`],
    note: index === 2 ? '=1+1' : null,
  }));
  await answer(page, '/api/external-tokens', devices);
  await open(page);
  await read(page, '/api/external-tokens');
  await expect(mappings(page)).toHaveCount(4);
  await expectSentence(main(page), 'and 2 more rows');
  const { name, text } = await exported(page);
  expect(name).toMatch(/^api-export-api-external-tokens-\d{8}-\d{6}\.csv$/);
  const rows = devices.map(({ serial, model, tags, note }) => {
    const modelCell = model.name.includes('"') ? '"Says ""hi"", twice\nover"' : model.name;
    const tagsCell = tags.length > 0 ? `"${tags.join(',')}"` : '';
    return [modelCell, note === null ? '' : `'${note}`, serial, tagsCell].join(',');
  });
  expect(
    text
      .replace(/^\uFEFF/, '')
      .replaceAll('\r\n', '\n')
      .trimEnd(),
  ).toBe(['name,note,serial,tags', ...rows].join('\n'));
});
