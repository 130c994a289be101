import { createRecoveryCode, forgetBrowser, recoverSession } from '@warranty/contracts/session';
import { call } from '../../lib/api/api.ts';
import { withErrorMessage } from '../../lib/api/error-text.ts';
import { clearPersonalStorage, readPreferences } from '../../lib/storage/browser-storage.ts';
import { keepSessionLabel } from '../../shared/session/session.ts';
import { toastAfterLoad } from '../../ui/feedback/toast-store.ts';

export async function makeRecoveryCode(): Promise<string> {
  const reply = await withErrorMessage('Failed to create a recovery code', call(createRecoveryCode));
  return reply.recoveryCode;
}

/** Reloads the page, so that no data of the previous user remains in it. */
export async function recover(recoveryCode: string): Promise<void> {
  const { userId: username } = await withErrorMessage(
    'Failed to use the recovery code',
    call(recoverSession, { body: { recoveryCode } }),
  );
  keepSessionLabel(username, username);
  toastAfterLoad({
    title: `You are using this tool as ${username} again`,
    description: 'This recovery code can’t be used again. Create a new one to keep access.',
    duration: 15_000,
  });
  location.reload();
}

/** Ends on the home page as a new user without data. */
export async function forgetThisBrowser(): Promise<void> {
  const preferences = readPreferences();
  await withErrorMessage('Failed to forget this browser', call(forgetBrowser));
  clearPersonalStorage(preferences);
  toastAfterLoad({
    title: 'Your data is being deleted',
    description: 'Your keys and all other data are being deleted. You are now a new user.',
  });
  location.assign('/');
}
