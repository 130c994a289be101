import {
  catalogCall,
  choose,
  endpoint,
  main,
  open,
  path,
  press,
  read,
  response,
  tab,
  tree,
} from './api-explorer.page.ts';
import { expect, test } from './fixtures.ts';

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`accessibility of the API Explorer, ${theme}, ${width} px`, () => {
      test.use({ storedTheme: theme, viewport: { width, height: 844 } });

      test('in every state', async ({ page, demandFit }) => {
        test.slow();
        await open(page);
        await demandFit(page);
        await endpoint(page).click();
        await expect(page.getByRole('option').first()).toBeVisible();
        await demandFit(page);
        await page.getByRole('combobox', { name: 'Search endpoints' }).fill('nothing of ours');
        await demandFit(page);
        await page.keyboard.press('Escape');
        await press(page, 'Fetch Data');
        await expect(main(page).getByRole('alert')).toBeVisible();
        await demandFit(page);

        await choose(page, '/api/bulk-runs/{runId}/results');
        await press(page, 'Fetch Data');
        await expect(page.getByText('runId is required')).toBeVisible();
        await demandFit(page);
        await page.getByRole('textbox', { name: 'runId' }).fill('W'.repeat(300));
        await press(page, 'Fetch Data');
        await expect(main(page).getByRole('alert')).toBeVisible();
        await demandFit(page);

        await read(page, '/api/openapi.json');
        await page.getByRole('textbox', { name: 'Search in response' }).fill('session');
        await expect(response(page).getByText(/1 of \d+/)).toBeVisible();
        await demandFit(page);
        await tree(page).focus();
        await page.keyboard.press('ArrowUp');
        await demandFit(page);
        await press(response(page), 'Collapse all');
        await demandFit(page);

        await tab(page, 'External APIs').click();
        await expect(page.getByText('Switched to External APIs').first()).toBeVisible();
        await demandFit(page);
        await page.route(catalogCall, (route) => route.fulfill({ status: 500, body: '' }));
        await page.goto(path);
        await expect(main(page).getByRole('alert')).toBeVisible();
        await demandFit(page);
        await page.route('**/api/auth/session', (route) => route.fulfill({ status: 503, body: '' }));
        await page.goto(path);
        await expect(main(page).getByRole('alert')).toBeVisible();
        await demandFit(page);
      });
    });
  }
}
