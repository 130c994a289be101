import { failChanges, failures, sentenceFor } from '../support/calls.ts';
import { dialog, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { configure, deleteCall, listCall, row, saveLenovo, testCall, value } from './vendor-keys.page.ts';

test.describe('a vendor key', () => {
  for (const [title, failure] of failures) {
    test(`that cannot be saved, tested or deleted, ${title}, shows an error and stays`, async ({
      page,
      expectSentence,
    }) => {
      await saveLenovo(page);
      await press(page, 'Update Lenovo API key');
      await value(page).fill('kept');
      await failChanges(page, testCall, failure);
      await press(dialog(page), 'Test Connection');
      await expectSentence(page, 'Test Failed');
      await expectSentence(dialog(page), sentenceFor(failure, 'API key test failed'));
      await failChanges(page, listCall, failure);
      await press(dialog(page), 'Save');
      await expectSentence(dialog(page), sentenceFor(failure, 'Failed to save API key'));
      await expect(value(page)).toHaveValue('kept');
      await press(dialog(page), 'Cancel');
      await failChanges(page, deleteCall, failure);
      await press(page, 'Delete Lenovo API key');
      await press(page.getByRole('alertdialog'), 'Delete');
      await expectSentence(page.getByRole('alertdialog'), sentenceFor(failure, 'Failed to delete API key'));
      await press(page.getByRole('alertdialog'), 'Cancel');
      await expect(row(page, 'Lenovo')).not.toContainText('Not configured');
    });
  }

  test('that is rejected without a message gets a default one', async ({ page, expectSentence }) => {
    await page.route(testCall, (route) =>
      route.fulfill({ json: { success: false, outcome: 'unexpected', message: '' } }),
    );
    await configure(page, 'Meraki', 'API key');
    await value(page).fill('anything');
    await press(dialog(page), 'Test Connection');
    await expectSentence(page, 'Test Failed');
    await expectSentence(dialog(page), 'Unable to connect with the provided API key');
  });
});
