import { expect, test } from './fixtures.ts';
import {
  analyzeCall,
  button,
  description,
  fleet,
  open,
  openConnected,
  predictCall,
  press,
  result,
  sessionCall,
  table,
  upload,
} from './purchase-date.page.ts';

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`accessibility of the predictor, ${theme}, ${width} px`, () => {
      test.use({ storedTheme: theme, viewport: { width, height: 844 } });

      test('for one asset', async ({ page, demandFit }) => {
        test.slow();
        await open(page);
        await expect(button(page, 'Predict Purchase Date')).toBeEnabled();
        await demandFit(page);
        await press(page, 'Predict Purchase Date');
        await expect(page.getByText('Asset description is required')).toBeVisible();
        await demandFit(page);
        await description(page).fill(`Dell Latitude 5420, warranty until 2024-05-31, ${'W'.repeat(300)}`);
        await press(page, 'Predict Purchase Date');
        await expect(result(page)).toBeVisible();
        await page.getByText('What each kind of evidence would say alone').click();
        await page.getByRole('link', { name: 'within one year for most assets' }).click();
        await demandFit(page);
        await page.route(sessionCall, (route) => route.fulfill({ status: 503, body: '' }));
        await page.goto('/purchase-date-predictor');
        await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
        await demandFit(page);
      });

      test('for a file, in every step', async ({ page, demandFit }) => {
        test.slow();
        await openConnected(page);
        await demandFit(page);
        await upload(page, { text: '' });
        await expect(page.getByText('CSV file is empty').first()).toBeVisible();
        await demandFit(page);
        await page.route(analyzeCall, (route) => route.abort());
        await upload(page, {
          name: `${'w'.repeat(80)}.csv`,
          text: `${fleet(60)}\nA,B\nC\nD,,,,,,1900-01-01`,
        });
        await expect(button(page, 'Try again')).toBeVisible();
        await page.getByText('Lines with something odd').click();
        await demandFit(page);
        await page.unroute(analyzeCall);
        await press(page, 'Try again');
        await expect(button(page, 'Proceed to Prediction')).toBeVisible();
        await page.getByText('Which, and why').click();
        await page.getByText('How your columns were read').click();
        await demandFit(page);
        await press(page, 'Proceed to Prediction');
        await demandFit(page);
        await page.route(predictCall, (route) => route.abort());
        await press(page, 'Generate Predictions');
        await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
        await demandFit(page);
        await page.unroute(predictCall);
        await press(page, 'Generate Predictions');
        await expect(table(page)).toBeVisible();
        await page.getByText('Numbers as a table').click();
        await demandFit(page);
        await table(page).getByRole('button').first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await demandFit(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.getByRole('searchbox', { name: 'Search' }).fill('nothing is like this');
        await expect(page.getByText('No prediction is left by this search.')).toBeVisible();
        await demandFit(page);
      });
    });
  }
}
