import { signOut } from '@warranty/contracts/sign-in';
import { call } from '../../lib/api/api.ts';
import { withErrorMessage } from '../../lib/api/error-text.ts';
import { rememberOrganization } from '../../lib/browser/organization.ts';
import { clearPersonalStorage, readPreferences } from '../../lib/storage/browser-storage.ts';
import { readConfigNow } from '../server/config.ts';

/** There, one can sign out of the identity provider, too. */
const openSignIn = (): void =>
  location.assign(readConfigNow()?.signIn?.provider ? '/sign-in?out' : '/sign-in');

/**
 * Ends the sign-in of this browser, deletes what was stored here for the person, and loads another page. Never resolves. Throws with a
 * sentence for the user if the server cannot be reached: then nothing has changed.
 */
export async function signOutHere(load = openSignIn): Promise<never> {
  const preferences = readPreferences();
  await withErrorMessage('Failed to sign out.', call(signOut));
  clearPersonalStorage(preferences);
  rememberOrganization(null);
  load();
  return new Promise(() => undefined);
}
