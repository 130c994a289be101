import { scopeLabels } from '@warranty/contracts/access';
import { closeDialog } from '../support/close-dialog.ts';
import { chooseOption, dialog, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  card,
  generate,
  listCall,
  nameField,
  open,
  reveal,
  switchOf,
  tokenCall,
} from './access-tokens.page.ts';

test('accessibility of access tokens: has no violations in any state', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  await open(page);
  await expect(page.getByText('No tokens yet')).toBeVisible();
  await expectAccessibleEverywhere(page, 'no tokens');
  await press(page, 'Generate New Token');
  await press(dialog(page), 'Generate');
  await expectAccessibleEverywhere(page, 'generate dialog without a name');
  await chooseOption(page, 'Expires', 'On a custom date');
  await nameField(page).fill('W'.repeat(100));
  await press(dialog(page), 'Generate');
  await expectAccessibleEverywhere(page, 'generate dialog without a date');
  for (const label of Object.values(scopeLabels)) await dialog(page).getByLabel(label).setChecked(false);
  await press(dialog(page), 'Generate');
  await expectAccessibleEverywhere(page, 'generate dialog without a scope');
  await closeDialog(page);

  await generate(page, 'W'.repeat(100));
  await expectAccessibleEverywhere(page, 'new token');
  await press(reveal(page), 'I have copied it');
  await expect(page.getByRole('dialog', { name: 'Your recovery code' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'recovery code');
  await closeDialog(page);
  await generate(page, 'Sync');
  await press(reveal(page), 'I have copied it');
  await switchOf(page, 'Sync').click();
  await expect(card(page, 'Sync')).toContainText('Inactive');
  await expectAccessibleEverywhere(page, 'inactive token');
  for (const name of ['Rename Sync', 'Revoke Sync']) {
    await press(page, name);
    await expectAccessibleEverywhere(page, name);
    await closeDialog(page);
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  }
  await page.route(tokenCall, (route) => route.abort());
  await switchOf(page, 'Sync').click();
  await expect(card(page, 'Sync').getByRole('alert')).toBeVisible();
  await page.route(listCall, (route) => route.fulfill({ status: 500, body: '' }));
  await press(page, 'Refresh');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(2);
  await expectAccessibleEverywhere(page, 'failed switch and refresh');
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1);
  await expectAccessibleEverywhere(page, 'failed list');
  await page.getByRole('tab', { name: 'API Testing' }).click();
  await expect(page.getByRole('heading', { name: 'API key testing' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'API testing tab');
  await page.route('**/api/auth/session', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/external-api');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expectAccessibleEverywhere(page, 'no session');
});
