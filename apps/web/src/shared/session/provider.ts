import * as contract from '@warranty/contracts/sign-in';
import { call } from '../../lib/api/api.ts';
import { withErrorMessage } from '../../lib/api/error-text.ts';

export const noAnswer = 'The server did not answer. Check your connection and try again.';

interface ProviderStart {
  /** The page of this server that the sign-in leads to. */
  returnTo: string;
  /** Of the invitation to join with. */
  secret?: string;
  /** The provider asks people whom it has signed in already, too. */
  again?: boolean;
}

/** Loads the page of the identity provider. Never resolves. Throws an error to show to the user. */
export async function goToProvider(start: ProviderStart): Promise<never> {
  const { url } = await withErrorMessage(noAnswer, call(contract.startProviderSignIn, { body: start }));
  location.assign(url);
  return new Promise(() => undefined);
}

/** Back to this page, with a sign-in that is new. */
export const signInAgainAtProvider = (): Promise<never> =>
  goToProvider({ returnTo: location.pathname + location.search + location.hash, again: true });

/** Ends the sign-in at the provider, too. Throws an error to show to the user. */
export async function leaveProvider(label: string): Promise<never> {
  const { url } = await withErrorMessage(noAnswer, call(contract.readProviderSignOut));
  if (url === null) throw new Error(`${label} cannot be reached, or offers no way to sign out.`);
  location.assign(url);
  return new Promise(() => undefined);
}
