import { createRecoveryCode, forgetBrowser, recoverSession } from '@warranty/contracts/session';
import { call } from '../../lib/api.ts';
import { clearPersonalStorage, readPreferences } from '../../lib/browser-storage.ts';
import { withErrorMessage } from '../../lib/error-text.ts';
import { keepSessionLabel } from '../../lib/session.ts';
import { toastAfterLoad } from '../../ui/toast-store.ts';

export async function makeRecoveryCode(): Promise<string> {
  const reply = await withErrorMessage('Failed to make a recovery code', call(createRecoveryCode));
  return reply.recoveryCode;
}

/** The page is loaded anew: nothing of the user before may stay in it. */
export async function recover(recoveryCode: string): Promise<void> {
  const { userId } = await withErrorMessage(
    'Failed to use the recovery code',
    call(recoverSession, { body: { recoveryCode } }),
  );
  keepSessionLabel(userId);
  toastAfterLoad({
    title: `This browser acts as ${userId} again`,
    description: 'The recovery code is used up. Make a new one to be able to come back once more.',
    duration: 15_000,
  });
  location.reload();
}

/** Ends on Home, as a user who has nothing yet. */
export async function forgetThisBrowser(): Promise<void> {
  const preferences = readPreferences();
  await withErrorMessage('Failed to forget this browser', call(forgetBrowser));
  clearPersonalStorage(preferences);
  toastAfterLoad({
    title: 'This browser was forgotten',
    description: 'Your keys and everything else are being deleted. You start again as somebody new.',
  });
  location.assign('/');
}
