import { closeByEscape } from '../support/close-dialog.ts';
import { button, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  analyzeCall,
  description,
  fleet,
  open,
  openConnected,
  predictCall,
  result,
  sessionCall,
  table,
  upload,
} from './purchase-date.page.ts';

test.describe('accessibility of the purchase date predictor', () => {
  test('has no violations for one asset', async ({ page, expectAccessibleEverywhere }) => {
    test.slow();
    await open(page);
    await expect(button(page, 'Predict Purchase Date')).toBeEnabled();
    await expectAccessibleEverywhere(page, 'empty description field');
    await press(page, 'Predict Purchase Date');
    await expect(page.getByText('Asset description is required')).toBeVisible();
    await expectAccessibleEverywhere(page, 'missing description');
    await description(page).fill(`Dell Latitude 5420, warranty until 2024-05-31, ${'W'.repeat(300)}`);
    await press(page, 'Predict Purchase Date');
    await expect(result(page)).toBeVisible();
    await page.getByText('Prediction by each type of evidence alone').click();
    await expectAccessibleEverywhere(page, 'prediction');
    await page.route(sessionCall, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/purchase-date-predictor');
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expectAccessibleEverywhere(page, 'no session');
  });

  test('has no violations in any step for a file', async ({ page, expectAccessibleEverywhere }) => {
    test.slow();
    await openConnected(page);
    await expectAccessibleEverywhere(page, 'empty dropzone');
    await upload(page, { text: '' });
    await expect(page.getByText('CSV file is empty').first()).toBeVisible();
    await expectAccessibleEverywhere(page, 'empty file');
    await page.route(analyzeCall, (route) => route.abort());
    await upload(page, {
      name: `${'w'.repeat(80)}.csv`,
      text: `${fleet(60)}\nA,B\nC\nD,,,,,,1900-01-01`,
    });
    await expect(button(page, 'Try again')).toBeVisible();
    await page.getByText('Lines with warnings').click();
    await expectAccessibleEverywhere(page, 'failed analysis');
    await page.unroute(analyzeCall);
    await press(page, 'Try again');
    await expect(button(page, 'Proceed to Prediction')).toBeVisible();
    await page.getByText('Show details').click();
    await page.getByText('How your columns were read').click();
    await expectAccessibleEverywhere(page, 'analysis');
    await press(page, 'Proceed to Prediction');
    await expectAccessibleEverywhere(page, 'ready to predict');
    await page.route(predictCall, (route) => route.abort());
    await press(page, 'Generate Predictions');
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expectAccessibleEverywhere(page, 'failed prediction');
    await page.unroute(predictCall);
    await press(page, 'Generate Predictions');
    await expect(table(page)).toBeVisible();
    await page.getByText('Show as table').click();
    await expectAccessibleEverywhere(page, 'predictions');
    await table(page).getByRole('button').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleEverywhere(page, 'details of a prediction');
    await closeByEscape(page, page.getByRole('dialog'));
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing is like this');
    await expect(page.getByText('No matching assets.')).toBeVisible();
    await expectAccessibleEverywhere(page, 'search without a match');
  });
});
