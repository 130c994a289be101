import { press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  catalogCall,
  choose,
  endpoint,
  main,
  open,
  path,
  read,
  response,
  tab,
  tree,
} from './api-explorer.page.ts';

test('accessibility of the API Explorer: has no violations in any state', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  await open(page);
  await expectAccessibleEverywhere(page, 'nothing chosen');
  await endpoint(page).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessibleEverywhere(page, 'list of endpoints');
  await page.getByRole('combobox', { name: 'Search endpoints' }).fill('nothing of ours');
  await expectAccessibleEverywhere(page, 'search without a match');
  await page.keyboard.press('Escape');
  await press(page, 'Fetch Data');
  await expect(main(page).getByRole('alert')).toBeVisible();
  await expectAccessibleEverywhere(page, 'no endpoint selected');

  await choose(page, '/api/bulk-runs/{runId}/results');
  await press(page, 'Fetch Data');
  await expect(page.getByText('runId is required')).toBeVisible();
  await expectAccessibleEverywhere(page, 'missing parameter');
  await page.getByRole('textbox', { name: 'runId' }).fill('W'.repeat(300));
  await press(page, 'Fetch Data');
  await expect(main(page).getByRole('alert')).toBeVisible();
  await expectAccessibleEverywhere(page, 'failed fetch');

  await read(page, '/api/openapi.json');
  await page.getByRole('textbox', { name: 'Search in response' }).fill('session');
  await expect(response(page).getByText(/1 of \d+/)).toBeVisible();
  await expectAccessibleEverywhere(page, 'response with a search');
  await tree(page).focus();
  await page.keyboard.press('ArrowUp');
  await expectAccessibleEverywhere(page, 'focused line');
  await press(response(page), 'Collapse all');
  await expectAccessibleEverywhere(page, 'collapsed response');

  await tab(page, 'External APIs').click();
  await expect(page.getByText('Switched to External APIs').first()).toBeVisible();
  await expectAccessibleEverywhere(page, 'external APIs');
  await page.route(catalogCall, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(path);
  await expect(main(page).getByRole('alert')).toBeVisible();
  await expectAccessibleEverywhere(page, 'failed catalog');
  await page.route('**/api/auth/session', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(path);
  await expect(main(page).getByRole('alert')).toBeVisible();
  await expectAccessibleEverywhere(page, 'no session');
});
