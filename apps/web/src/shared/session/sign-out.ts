import { signOut } from '@warranty/contracts/sign-in';
import { call } from '../../lib/api/api.ts';
import { withErrorMessage } from '../../lib/api/error-text.ts';
import { rememberOrganization } from '../../lib/browser/organization.ts';
import { clearPersonalStorage, readPreferences } from '../../lib/storage/browser-storage.ts';

/** The page offers to sign out of the identity provider, too. */
const openSignIn = (hasProvider: boolean): void => location.assign(hasProvider ? '/sign-in?out' : '/sign-in');

/**
 * Ends the sign-in of this browser, deletes what was stored here for the person, and loads another page. Never resolves. Throws with a
 * sentence for the user if the server cannot be reached: then nothing has changed.
 */
export async function signOutHere(load = openSignIn): Promise<never> {
  const preferences = readPreferences();
  const { providerUrl } = await withErrorMessage('Failed to sign out.', call(signOut));
  clearPersonalStorage(preferences);
  rememberOrganization(null);
  load(providerUrl !== null);
  return new Promise(() => undefined);
}
