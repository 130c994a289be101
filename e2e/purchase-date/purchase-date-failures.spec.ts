import { hold } from '../support/calls.ts';
import { button, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  analyzeCall,
  description,
  drop,
  fleet,
  open,
  openBulk,
  openConnected,
  predictCall,
  sessionCall,
  singleCall,
  table,
  upload,
} from './purchase-date.page.ts';

const busy = {
  status: 503,
  contentType: 'application/json',
  body: '{"error":"The server is busy with other predictions. Try again in 7 seconds.","code":"predictor_busy"}',
};

test.describe('when the predictor fails', () => {
  test('it connects before it predicts', async ({ page, expectSentence }) => {
    const answer = await hold(page, sessionCall);
    await open(page);
    await expectSentence(page, 'Connecting...');
    await expect(button(page, 'Connecting...')).toBeDisabled();
    await description(page).fill('Dell Latitude 5420');
    await description(page).press('Control+Enter');
    await expectSentence(page, 'Session not ready. Please wait a moment and try again.');
    answer();
    await press(page, 'Predict Purchase Date');
    await expect(page.getByRole('heading', { name: 'Predicted purchase date' })).toBeVisible();
  });

  test('a file chosen before the session exists waits for it', async ({ page }) => {
    const answer = await hold(page, sessionCall);
    await openBulk(page);
    await upload(page, { text: fleet(4) });
    await expect(page.getByRole('progressbar', { name: 'Analyzing the assets' })).toBeVisible();
    await expect(page.getByText('Session not ready.')).toHaveCount(0);
    answer();
    await expect(button(page, 'Proceed to Prediction')).toBeVisible();
  });

  test('a missing session is reported', async ({ page, expectSentence }) => {
    await page.route(sessionCall, (route) => route.fulfill({ status: 503, body: '' }));
    await open(page);
    await expectSentence(page, 'Failed to establish session. Please refresh the page.');
    await expect(button(page, 'Predict Purchase Date')).toBeDisabled();
  });

  test('a failed prediction of one asset is reported', async ({ page, expectSentence }) => {
    await page.route(singleCall, (route) => route.abort());
    await open(page);
    await description(page).fill('Dell Latitude 5420');
    await press(page, 'Predict Purchase Date');
    await expectSentence(page, 'Prediction Failed');
    await expectSentence(page, 'Failed to predict purchase date');
    await expect(description(page)).toHaveValue('Dell Latitude 5420');
    await page.route(singleCall, (route) => route.fulfill(busy));
    await press(page, 'Predict Purchase Date');
    await expect(
      page.getByText('The server is busy with other predictions. Try again in 7 seconds.').first(),
    ).toBeVisible();
  });

  test('a failed analysis of a file can be retried', async ({ page, expectSentence }) => {
    await page.route(analyzeCall, (route) => route.abort());
    await openConnected(page);
    await upload(page, { text: fleet(4) });
    await expectSentence(page, 'Analysis failed');
    await expectSentence(page, 'Failed to analyze dataset');
    await page.unroute(analyzeCall);
    await press(page, 'Try again');
    await expect(button(page, 'Proceed to Prediction')).toBeVisible();
  });

  test('a failed prediction of a file can be retried', async ({ page, expectSentence }) => {
    await page.route(predictCall, (route) => route.abort());
    await openConnected(page);
    await upload(page, { text: fleet(4) });
    await press(page, 'Proceed to Prediction');
    await press(page, 'Generate Predictions');
    await expectSentence(page, 'Prediction failed');
    await expectSentence(page, 'Failed to predict purchase dates');
    await page.unroute(predictCall);
    await press(page, 'Generate Predictions');
    await expect(table(page)).toBeVisible();
  });

  test('a file that is not CSV is rejected', async ({ page, expectSentence }) => {
    await openConnected(page);
    await drop(page, 'assets.pdf');
    await expectSentence(page, 'Invalid file type');
    await expectSentence(page, 'Please upload a CSV file.');
    await expectSentence(page, 'Please upload a CSV file');
    await drop(page, 'a.csv', 'b.csv');
    await expect(page.getByText('Drop one file at a time.')).toBeVisible();
    await drop(page, 'ASSETS.CSV');
    await expect(button(page, 'Proceed to Prediction')).toBeVisible();
  });

  test('a malformed file is rejected with the reason', async ({ page, expectSentence }) => {
    await openConnected(page);
    await upload(page, { text: 'Serial,Model\n"ABC,Latitude' });
    await expectSentence(page, 'Failed to parse CSV');
    await expect(
      page.getByText(/Failed to parse CSV: The quote opened on line 2 is never closed\./),
    ).toBeVisible();
    await upload(page, { text: '' });
    await expect(page.getByText('CSV file is empty').first()).toBeVisible();
    await upload(page, { name: 'assets.xlsx', text: 'PK\u0003\u0004 not a workbook' });
    await expect(page.getByText('Failed to read the workbook').first()).toBeVisible();
  });

  test('a file with irregular lines is still read', async ({ page, expectSentence }) => {
    await openConnected(page);
    await upload(page, { text: 'Serial Number,Model\nA1,Latitude 5420,too,many\nA2\nA3,Latitude 5420\n' });
    await expectSentence(page, 'Found 2 parsing errors. Continuing with valid data.');
    await expect(button(page, 'Proceed to Prediction')).toBeVisible();
    await page.getByText('Lines with warnings').click();
    await expect(page.getByText('Row 2 has 4 fields where 2 are expected.')).toBeVisible();
    await press(page, 'Start Over');
    await upload(page, { text: 'Serial Number,Model\nA1,Latitude 5420\nA2,"Latitude\nA3,Latitude 5420\n' });
    await expect(page.getByText('assets.csv: 1 row, 2 columns')).toBeVisible();
    const said = page.getByRole('main').getByText('Found 1 parsing errors. Continuing with valid data.');
    await expect(said).toBeVisible();
    await page.getByText('Lines with warnings').click();
    await expect(page.getByText(/^Line 3 opens a quote that is not closed. It and everything/)).toBeVisible();
  });

  test('a file of more than 100,000 rows is rejected, and the error names the limit', async ({ page }) => {
    await openConnected(page);
    await upload(page, { text: `Serial Number\n${'A1234\n'.repeat(100_001)}` });
    await expect(
      page.getByText(/The file has more than 100,000 rows. Row 100002 exceeds the limit\./).first(),
    ).toBeVisible();
  });

  test('a missing scan is reported', async ({ page }) => {
    await open(page, '?discovery=00000000-0000-4000-8000-000000000000');
    await expect(page.getByRole('tab', { name: 'Bulk CSV Upload' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Not found');
    await expect(button(page, 'Choose a spreadsheet')).toBeVisible();
    await press(page, 'Start Over');
    await expect(page).toHaveURL(/\?tab=bulk$/);
  });
});
