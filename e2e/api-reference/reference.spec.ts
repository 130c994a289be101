import { withToken } from '../access-tokens/access-tokens.page.ts';
import { readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { endpoint, endpointLink, lookupAnchor, nav, open, part, path, search } from './reference.page.ts';

test.describe('the API reference', () => {
  test('starts with the guide and lists every endpoint of the document', async ({ page, request }) => {
    await open(page);
    await expect(page).toHaveTitle('API Reference · IT Warranty Lookup');
    await expect(
      page.getByRole('heading', { level: 2, name: 'Calling from another application' }),
    ).toBeVisible();
    await expect(page.getByText('--data \'{"modelNumber":')).toBeVisible();
    const { paths } = (await (await request.get('/api/openapi.json')).json()) as {
      paths: Record<string, object>;
    };
    const names = Object.entries(paths).flatMap(([url, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`),
    );
    for (const name of names) await expect(endpointLink(page, name)).toHaveCount(1);
    await expect(nav(page).getByRole('list', { name: 'Bulk runs' }).getByRole('listitem')).not.toHaveCount(0);
  });

  test('shows one endpoint with everything about it', async ({ page }) => {
    await open(page);
    await endpointLink(page, 'POST /api/warranty/lookup').click();
    await expect(page).toHaveURL(`${path}#${lookupAnchor}`);
    await expect(endpoint(page, 'POST /api/warranty/lookup')).toBeVisible();
    await expect(endpointLink(page, 'POST /api/warranty/lookup')).toHaveAttribute('aria-current', 'page');
    await expect(nav(page).locator('[aria-current]')).toHaveCount(1);
    await expect(page.getByText('Access token or browser session')).toBeVisible();
    const body = part(page, 'Request body');
    await expect(body.getByRole('listitem').filter({ hasText: 'modelNumber' })).toContainText(
      'Required' + 'string' + '1 to 200 characters',
    );
    await expect(part(page, 'Example response').getByText('"endDate": "2028-03-29"').first()).toBeVisible();
    const errors = part(page, 'Errors');
    await expect(errors.getByText('maker_unknown', { exact: true })).toBeVisible();
    await expect(errors.getByText('invalid_request', { exact: true })).toBeHidden();
    await errors.getByText(/^Errors of every endpoint/).click();
    await expect(errors.getByText('invalid_request', { exact: true })).toBeVisible();
  });

  test('opens the fields of an object, and the JSON Schema', async ({ page }) => {
    await open(page, lookupAnchor);
    const reply = part(page, 'Response');
    await expect(reply.getByText('productLineDescription')).toHaveCount(0);
    await reply.getByText('9 fields of hardware').click();
    await expect(reply.getByText('productLineDescription')).toBeVisible();
    await reply.getByText('JSON Schema', { exact: true }).click();
    await expect(reply.getByText('"additionalProperties": false').first()).toBeVisible();
  });

  test('finds endpoints by name, and by what they mention', async ({ page }) => {
    await open(page);
    await search(page).fill('bulk-runs file');
    await expect(nav(page).getByRole('status')).toHaveText(/endpoints? found$/);
    await expect(endpointLink(page, 'GET /api/bulk-runs/{runId}/file')).toBeVisible();
    await expect(endpointLink(page, 'POST /api/warranty/lookup')).toHaveCount(0);
    await search(page).fill('placeholder_identifier');
    await expect(nav(page).getByRole('heading', { name: 'In fields and errors' })).toBeVisible();
    await expect(endpointLink(page, 'POST /api/warranty/lookup')).toBeVisible();
    await search(page).fill('nothing of ours');
    await expect(nav(page).getByRole('status')).toHaveText('No endpoint matches.');
    await expect(nav(page).getByRole('link')).toHaveCount(0);
  });

  test('opens the endpoint of a link, also an older one, and follows the history', async ({ page }) => {
    await open(page, 'get-api-progress-progressid-');
    await expect(endpoint(page, 'GET /api/progress/{progressId}')).toBeVisible();
    await expect(endpointLink(page, 'GET /api/progress/{progressId}')).toBeInViewport({ ratio: 1 });
    await page
      .getByRole('navigation', { name: 'Previous and next endpoint' })
      .getByRole('link')
      .last()
      .click();
    await expect(endpoint(page, 'GET /api/progress/{progressId}')).toHaveCount(0);
    await page.goBack();
    await expect(endpoint(page, 'GET /api/progress/{progressId}')).toBeVisible();
    await page.reload();
    await expect(endpoint(page, 'GET /api/progress/{progressId}')).toBeVisible();
  });

  test('shows the last endpoint in the list', async ({ page }) => {
    await open(page, 'get-readyz');
    await expect(endpoint(page, 'GET /readyz')).toBeVisible();
    await expect(endpointLink(page, 'GET /readyz')).toBeInViewport({ ratio: 1 });
  });

  test('says that the server has no endpoint with the address', async ({ page }) => {
    await open(page, 'get-api-removed');
    await expect(page.getByText('This server has no endpoint with this address.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Calling from another application' })).toBeVisible();
  });

  test('remembers the language of the examples', async ({ page }) => {
    await open(page, lookupAnchor);
    const example = part(page, 'Example request');
    await expect(example.getByText('curl --silent')).toBeVisible();
    await example.getByRole('tab', { name: 'Python' }).click();
    await expect(example.getByText('import json, os, urllib.request')).toBeVisible();
    await endpointLink(page, 'GET /api/usage').click();
    await expect(endpoint(page, 'GET /api/usage')).toBeVisible();
    await expect(example.getByText('import json, os, urllib.request')).toBeVisible();
    await page.goto(path);
    await expect(page.getByRole('tab', { name: 'Python' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await expect(page.getByText('const response = await fetch(')).toBeVisible();
    await page.getByRole('tab', { name: 'PowerShell' }).click();
    await expect(page.getByText('Invoke-RestMethod @request')).toBeVisible();
  });

  test('copies an example and the link of an endpoint', async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => readClipboard(page);
    await open(page, lookupAnchor);
    await page.getByRole('button', { name: 'Copy curl example' }).click();
    await expect.poll(clipboard).toContain(`${baseURL}/api/warranty/lookup`);
    await page.getByRole('button', { name: 'Copy link to this endpoint' }).click();
    await expect.poll(clipboard).toBe(`${baseURL}${path}#${lookupAnchor}`);
  });

  test('is part of the app: links lead to it and away from it', async ({ page }) => {
    await withToken(page, 'Reference');
    await page.getByRole('contentinfo').getByRole('link', { name: 'API reference' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API Reference');
    await page.getByRole('link', { name: 'Create an access token', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('External API Access');
    await page.goBack();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });

  test('can be read again after a failure', async ({ page }) => {
    await page.route('**/api/openapi.json', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(path);
    await expect(page.getByText('Failed to load the API reference')).toBeVisible();
    await page.unroute('**/api/openapi.json');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Calling from another application' })).toBeVisible();
  });
});
