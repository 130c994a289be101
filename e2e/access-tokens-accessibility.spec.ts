import {
  card,
  dialog,
  generate,
  listCall,
  nameField,
  open,
  press,
  reveal,
  switchOf,
  tokenCall,
} from './access-tokens.page.ts';
import { closeDialog } from './close-dialog.ts';
import { expect, test } from './fixtures.ts';

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`accessibility of access tokens, ${theme}, ${width} px`, () => {
      test.use({ storedTheme: theme, viewport: { width, height: 844 } });

      test('in every state', async ({ page, demandFit }) => {
        test.slow();
        await open(page);
        await expect(page.getByText('No tokens yet')).toBeVisible();
        await demandFit(page);
        await press(page, 'Generate New Token');
        await press(dialog(page), 'Generate');
        await demandFit(page);
        await dialog(page).getByRole('combobox', { name: 'Expires' }).click();
        await page.getByRole('option', { name: 'After a date of my choice' }).click();
        await nameField(page).fill('W'.repeat(100));
        await press(dialog(page), 'Generate');
        await demandFit(page);
        await closeDialog(page);

        await generate(page, 'W'.repeat(100));
        await demandFit(page);
        await press(reveal(page), 'I have copied it');
        await expect(page.getByRole('dialog', { name: 'Your recovery code' })).toBeVisible();
        await demandFit(page);
        await closeDialog(page);
        await generate(page, 'Sync');
        await press(reveal(page), 'I have copied it');
        await switchOf(page, 'Sync').click();
        await expect(card(page, 'Sync')).toContainText('Inactive');
        await demandFit(page);
        for (const name of ['Rename Sync', 'Revoke Sync']) {
          await press(page, name);
          await demandFit(page);
          await closeDialog(page);
          await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
        }
        await page.route(tokenCall, (route) => route.abort());
        await switchOf(page, 'Sync').click();
        await expect(card(page, 'Sync').getByRole('alert')).toBeVisible();
        await page.route(listCall, (route) => route.fulfill({ status: 500, body: '' }));
        await press(page, 'Refresh');
        await expect(page.getByRole('main').getByRole('alert')).toHaveCount(2);
        await demandFit(page);
        await page.reload();
        await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1);
        await demandFit(page);
        await page.getByRole('tab', { name: 'API Testing' }).click();
        await expect(page.getByRole('heading', { name: 'API key testing' })).toBeVisible();
        await demandFit(page);
        await page.route('**/api/auth/session', (route) => route.fulfill({ status: 503, body: '' }));
        await page.goto('/external-api');
        await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
        await demandFit(page);
      });
    });
  }
}
