import { failChanges, failures, hold, sentenceFor } from '../support/calls.ts';
import { dialog, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  card,
  generate,
  listCall,
  nameField,
  open,
  path,
  reveal,
  revealedToken,
  switchOf,
  tokenCall,
  withToken,
} from './access-tokens.page.ts';

test.describe('access tokens that fail to load', () => {
  test('stay on the screen when Refresh fails', async ({ page, expectSentence }) => {
    await withToken(page, 'Kept');
    await page.route(listCall, (route) => route.abort());
    await press(page, 'Refresh');
    const alert = page.getByRole('main').getByRole('alert');
    await expectSentence(alert, 'Failed to load external API tokens. Please try again.');
    await expect(alert).toContainText('The data shown may be out of date.');
    await expect(card(page, 'Kept')).toBeVisible();
    await page.unroute(listCall);
    await press(alert, 'Try again');
    await expect(alert).toHaveCount(0);
  });

  test('show placeholders while the server is slow', async ({ page }) => {
    const release = await hold(page, listCall);
    await page.goto(path);
    await expect(page.getByText('Loading your tokens...')).toBeAttached();
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeDisabled();
    release();
    await expect(page.getByText('No tokens yet')).toBeVisible();
  });
});

test.describe('a session', () => {
  test('that was deleted is reported by every action, and recreated by a reload', async ({
    page,
    baseURL,
    expectSentence,
  }) => {
    const lost = 'You have no active session. Reload the page to start one.';
    await withToken(page, 'Lost');
    await page.request.delete('/api/auth/session', { headers: { origin: baseURL ?? '' } });
    await switchOf(page, 'Lost').click();
    await expectSentence(card(page, 'Lost').getByRole('alert'), lost);
    await expect(switchOf(page, 'Lost')).toBeChecked();
    await press(page, 'Generate New Token');
    await nameField(page).fill('Another');
    await press(dialog(page), 'Generate');
    await expectSentence(dialog(page), lost);
    await press(dialog(page), 'Reload the page');
    await expect(page.getByText('No tokens yet')).toBeVisible();
    await expect(card(page, 'Lost')).toHaveCount(0);
  });
});

test.describe('an access token', () => {
  for (const [title, failure] of failures) {
    test(`that cannot be created or changed, ${title}, shows an error and can be retried`, async ({
      page,
      expectSentence,
    }) => {
      await withToken(page, 'Sync');
      await failChanges(page, listCall, failure);
      await failChanges(page, tokenCall, failure);
      await press(page, 'Generate New Token');
      await nameField(page).fill('Another');
      await press(dialog(page), 'Generate');
      await expectSentence(dialog(page), sentenceFor(failure, 'Failed to generate the token.'));
      await expect(nameField(page)).toHaveValue('Another');
      await press(dialog(page), 'Cancel');

      await switchOf(page, 'Sync').click();
      const alert = card(page, 'Sync').getByRole('alert');
      await expectSentence(alert, sentenceFor(failure, 'Failed to deactivate the token.'));
      await expect(switchOf(page, 'Sync')).toBeChecked();
      await press(page, 'Rename Sync');
      await nameField(page).fill('Other');
      await press(dialog(page), 'Rename');
      await expectSentence(dialog(page), sentenceFor(failure, 'Failed to rename the token.'));
      await press(dialog(page), 'Cancel');
      await press(page, 'Revoke Sync');
      await press(page.getByRole('alertdialog'), 'Revoke');
      await expectSentence(
        page.getByRole('alertdialog'),
        sentenceFor(failure, 'Failed to revoke the token.'),
      );
      await press(page.getByRole('alertdialog'), 'Cancel');

      await page.unroute(tokenCall);
      await press(alert, 'Try again');
      await expect(card(page, 'Sync')).toContainText('Inactive');
      await expect(alert).toHaveCount(0);
    });
  }

  test('whose creation succeeded but lost its reply appears in the list, ready to be revoked', async ({
    page,
  }) => {
    await open(page);
    await page.route(listCall, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await press(page, 'Generate New Token');
    await nameField(page).fill('Unseen token');
    await press(dialog(page), 'Generate');
    await expect(dialog(page).getByText('Failed to generate the token.')).toBeVisible();
    await press(dialog(page), 'Cancel');
    await expect(card(page, 'Unseen token')).toBeVisible();
  });

  test('that was revoked elsewhere disappears here too, whatever the action', async ({
    page,
    baseURL,
    expectSentence,
  }) => {
    const revokeElsewhere = async () => {
      const list = await (await page.request.get('/api/external-tokens')).json();
      const { id } = (list as { tokens: { id: string }[] }).tokens[0] ?? { id: '' };
      const reply = await page.request.delete(`/api/external-tokens/${id}`, {
        headers: { origin: baseURL ?? '' },
      });
      expect(reply.ok()).toBe(true);
    };
    const actions = {
      Switched: () => switchOf(page, 'Switched').click(),
      Renamed: async () => {
        await press(page, 'Rename Renamed');
        await nameField(page).fill('Other');
        await press(dialog(page), 'Rename');
      },
      Revoked: async () => {
        await press(page, 'Revoke Revoked');
        await press(page.getByRole('alertdialog'), 'Revoke');
      },
    };
    for (const [name, act] of Object.entries(actions)) {
      await withToken(page, name);
      await revokeElsewhere();
      await act();
      await expectSentence(page, 'This token has already been revoked.');
      await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0);
      await expect(page.getByText('No tokens yet')).toBeVisible();
    }
  });

  test('that takes long to create keeps its dialog open, and is revealed when it is ready', async ({
    page,
  }) => {
    await open(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(listCall, async (route) => {
      if (route.request().method() === 'POST') await promise;
      await route.continue();
    });
    await press(page, 'Generate New Token');
    await nameField(page).fill('Slow');
    await press(dialog(page), 'Generate');
    const submit = dialog(page).getByRole('button', { name: 'Generate', exact: true });
    await expect(submit).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Escape');
    await expect(nameField(page)).toHaveValue('Slow');
    resolve();
    await revealedToken(page);
  });

  test('beyond the limit is rejected, and the error names the limit', async ({
    page,
    baseURL,
    expectSentence,
  }) => {
    await open(page);
    for (let made = 0; made < 50; made += 1) {
      const reply = await page.request.post('/api/external-tokens', {
        headers: { origin: baseURL ?? '' },
        data: { tokenName: `Token ${made}` },
      });
      expect(reply.ok()).toBe(true);
    }
    await press(page, 'Generate New Token');
    await nameField(page).fill('One too many');
    await press(dialog(page), 'Generate');
    await expectSentence(dialog(page), 'You have reached the limit of 50 access tokens. Revoke one first.');
  });

  test('that cannot be copied shows an error and stays selectable', async ({ page, expectSentence }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    await open(page);
    await generate(page, 'Uncopied');
    await press(reveal(page), 'Copy token');
    await expectSentence(page, 'Failed to copy token to clipboard');
    await expect(reveal(page).getByRole('button', { name: 'Copy failed' })).toBeVisible();
    await expect(reveal(page)).toBeVisible();
  });
});
