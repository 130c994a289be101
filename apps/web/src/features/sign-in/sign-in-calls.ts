import { RequestError } from '@warranty/contracts/core/client';
import { readSession, type SessionReply } from '@warranty/contracts/session';
import { finishProviderSignIn, signOut } from '@warranty/contracts/sign-in';
import type { ConfigReply } from '@warranty/contracts/system';
import { call } from '../../lib/api/api.ts';
import { withErrorMessage } from '../../lib/api/error-text.ts';
import {
  addressIn,
  leaveFor,
  readLastOrganization,
  rememberOrganization,
} from '../../lib/browser/organization.ts';
import { signInWithPasskey } from '../../shared/session/passkey.ts';
import { noAnswer } from '../../shared/session/provider.ts';
import { addressFor } from './address-for.ts';

/** How people sign in. */
export type SignInConfig = NonNullable<ConfigReply['signIn']>;

export interface SignedIn {
  name: string;
  organizations: NonNullable<SessionReply['organizations']>;
}

const notSignedIn = ['no_session', 'sign_in_needed', 'sign_in_ended'];

/** Null for a browser without a sign-in, also if it has ended. */
export async function readSignedIn(): Promise<SignedIn | null> {
  try {
    const { person, organizations = [] } = await call(readSession);
    return person ? { name: person.name, organizations } : null;
  } catch (error) {
    if (error instanceof RequestError && notSignedIn.includes(error.code ?? '')) return null;
    throw error;
  }
}

/** Signs in with a passkey. Throws an error to show to the user. */
export async function signIn(): Promise<SignedIn> {
  await signInWithPasskey();
  const signedIn = await withErrorMessage(noAnswer, readSignedIn());
  return signedIn ?? { name: '', organizations: [] };
}

/** Signs in with the query that the identity provider has added to the address. Returns where the sign-in leads to. */
export async function signInWithReply(query: string): Promise<{ signedIn: SignedIn; place: string }> {
  const body = { query };
  const { returnTo, handle } = await withErrorMessage(noAnswer, call(finishProviderSignIn, { body }));
  const signedIn = (await readSignedIn().catch(() => null)) ?? { name: '', organizations: [] };
  return { signedIn, place: handle === null ? returnTo : addressIn(handle, '/') };
}

/** Opens a page in one of the organizations. Returns only if there is none. */
export async function openAs({ organizations }: SignedIn, address = '/'): Promise<void> {
  const handles = organizations.map(({ handle }) => handle);
  const place = addressFor(address, handles, readLastOrganization());
  if (place !== null) await leaveFor(place);
}

/** Ends the sign-in of this browser, if any, and opens the start page without an organization. */
export async function continueWithoutSignIn(): Promise<void> {
  await withErrorMessage(noAnswer, call(signOut));
  rememberOrganization(null);
  await leaveFor('/');
}
