import { RequestError } from '@warranty/contracts/core/client';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import type { ErrorCode } from '@warranty/contracts/core/errors';
import { addPasskey, newPasskeyOptions } from '@warranty/contracts/passkeys';
import {
  acceptLink,
  inspectLink,
  joinWithPasskey,
  linkPasskeyOptions,
  signInWithLink,
} from '@warranty/contracts/sign-in';
import { call } from '../../lib/api/api.ts';
import { withErrorMessage } from '../../lib/api/error-text.ts';
import { createPasskey, nameThisDevice, withFreshSignIn } from '../../shared/session/passkey.ts';
import { noAnswer } from '../../shared/session/provider.ts';
import { readSignedIn, type SignedIn } from './sign-in-calls.ts';

export type LinkInfo = ReplyOf<typeof inspectLink>;

/** What the link is for, and who opens it. The secret is in the memory of this page only. */
export async function inspect(secret: string): Promise<{ link: LinkInfo; signedIn: SignedIn | null }> {
  const [link, signedIn] = await Promise.all([call(inspectLink, { body: { secret } }), readSignedIn()]).catch(
    (error: unknown) => withErrorMessage(noAnswer, Promise.reject(error)),
  );
  return { link, signedIn };
}

/** A link that was used is not needed any more: not in the address, and not in the history of the browser. */
function forgetSecret(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}

export async function joinAsNewPerson(secret: string, name: string): Promise<SignedIn> {
  const options = await withErrorMessage(noAnswer, call(linkPasskeyOptions, { body: { secret, name } }));
  const credential = await createPasskey(options);
  const body = { name, passkeyName: nameThisDevice(), credential };
  await withErrorMessage(noAnswer, call(joinWithPasskey, { body }));
  return afterLink();
}

/** Joins as the person who is signed in. Returns the handle of the organization. */
export async function accept(secret: string): Promise<string> {
  const { handle } = await withErrorMessage(noAnswer, call(acceptLink, { body: { secret } }));
  forgetSecret();
  return handle;
}

export async function signInByLink(secret: string): Promise<SignedIn> {
  await withErrorMessage(noAnswer, call(signInWithLink, { body: { secret } }));
  return afterLink();
}

async function afterLink(): Promise<SignedIn> {
  forgetSecret();
  const signedIn = await readSignedIn().catch(() => null);
  return signedIn ?? { name: '', organizations: [] };
}

export const addPasskeyHere = (): Promise<unknown> =>
  withFreshSignIn(async () => {
    const options = await withErrorMessage(noAnswer, call(newPasskeyOptions));
    const credential = await createPasskey(options);
    return withErrorMessage(noAnswer, call(addPasskey, { body: { name: nameThisDevice(), credential } }));
  });

export const isRefusedFor = ({ cause }: Error, code: ErrorCode): boolean =>
  cause instanceof RequestError && cause.code === code;
