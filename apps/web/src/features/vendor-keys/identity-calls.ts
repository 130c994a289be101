import { createRecoveryCode, forgetBrowser, recoverSession } from '@warranty/contracts/session';
import { call } from '../../lib/api.ts';
import { forgetPersonalStorage, keptPreferences } from '../../lib/browser-storage.ts';
import { orFail } from '../../lib/error-text.ts';
import { keepSessionLabel } from '../../lib/session.ts';
import { toastAfterLoad } from '../../ui/toast-store.ts';

export async function makeRecoveryCode(): Promise<string> {
  const reply = await orFail('Failed to make a recovery code', call(createRecoveryCode));
  return reply.recoveryCode;
}

/** The page is loaded anew: nothing of the user before may stay in it. */
export async function recover(recoveryCode: string): Promise<void> {
  const { userId } = await orFail(
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
export async function forget(): Promise<void> {
  const preferences = keptPreferences();
  await orFail('Failed to forget this browser', call(forgetBrowser));
  forgetPersonalStorage(preferences);
  toastAfterLoad({
    title: 'This browser was forgotten',
    description: 'Your keys and everything else are being deleted. You start again as somebody new.',
  });
  location.assign('/');
}
