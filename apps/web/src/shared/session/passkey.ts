import { RequestError } from '@warranty/contracts/core/client';
import {
  type CreationOptions,
  listPasskeys,
  type NewCredential,
  type SignedCredential,
} from '@warranty/contracts/passkeys';
import { readSession } from '@warranty/contracts/session';
import * as contract from '@warranty/contracts/sign-in';
import { readConfig } from '@warranty/contracts/system';
import { nameBrowser } from '@warranty/domain/browser-name';
import { call } from '../../lib/api/api.ts';
import { UserError, withErrorMessage } from '../../lib/api/error-text.ts';
import { noAnswer, signInAgainAtProvider } from './provider.ts';

const isKnown = (): boolean => isSecureContext && 'PublicKeyCredential' in globalThis;

/** Whether this browser has passkeys, with all that this page uses. */
export function canUsePasskeys(): boolean {
  if (!isKnown()) return false;
  const type = PublicKeyCredential as Partial<typeof PublicKeyCredential>;
  const functions = [type.parseRequestOptionsFromJSON, type.parseCreationOptionsFromJSON];
  return [...functions, type.prototype?.toJSON].every((part) => typeof part === 'function');
}

const wrongAddress = (url: string): string => `Open ${url} to use passkeys.`;

/** Why passkeys cannot work on this page, whatever the user does. Null if they can. The server has the URL. */
export function passkeyObstacle(url: string): string | null {
  if (new URL(url).origin !== location.origin) return wrongAddress(url);
  if (canUsePasskeys()) return null;
  return isKnown()
    ? 'This browser is too old for passkeys. Update it and try again.'
    : 'This browser cannot use passkeys. Use a current version of Chrome, Edge, Firefox or Safari.';
}

async function requirePasskeys(): Promise<void> {
  if (canUsePasskeys()) return;
  const { signIn } = await withErrorMessage(noAnswer, call(readConfig));
  throw new UserError(passkeyObstacle(signIn?.url ?? location.origin) ?? reasons.NotSupportedError);
}

/** By the name of what the browser throws. */
const reasons = {
  NotAllowedError: 'The request to your device was canceled, or took too long. Try again.',
  AbortError: 'The request to your device was canceled. Try again.',
  InvalidStateError: 'There is already a passkey for this account on this device.',
  NotSupportedError: 'This device cannot store a passkey. Use another device, or a security key with a PIN.',
  ConstraintError: 'This device cannot store a passkey. Use another device, or a security key with a PIN.',
};

async function explain(error: unknown): Promise<UserError> {
  const name = error instanceof Error ? error.name : '';
  if (name === 'SecurityError') {
    const { signIn } = await withErrorMessage(noAnswer, call(readConfig));
    return new UserError(wrongAddress(signIn?.url ?? location.origin), error);
  }
  const reason = reasons[name as keyof typeof reasons] ?? 'Your device reported an error. Try again.';
  return new UserError(reason, error);
}

/** Waits for the device of the user. Throws an error to show to the user. */
async function askDevice<T>(request: () => Promise<unknown>): Promise<T> {
  await requirePasskeys();
  try {
    return ((await request()) as PublicKeyCredential).toJSON() as T;
  } catch (error) {
    throw await explain(error);
  }
}

/** Starts a new sign-in, which replaces the present one. Throws an error to show to the user. */
export async function signInWithPasskey(): Promise<void> {
  const options = await withErrorMessage(noAnswer, call(contract.passkeyOptions));
  const { id, type, response } = await askDevice<SignedCredential>(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
  const { clientDataJSON, authenticatorData, signature } = response;
  const credential = { id, type, response: { clientDataJSON, authenticatorData, signature } };
  await withErrorMessage(noAnswer, call(contract.signInWithPasskey, { body: { credential } }));
}

/** Lets the device create a passkey, which the server does not know yet. Throws an error to show to the user. */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  const { id, type, response } = await askDevice<NewCredential>(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
  const { clientDataJSON, attestationObject, transports } = response;
  const parts = { clientDataJSON, attestationObject };
  return { id, type, response: transports ? { ...parts, transports } : parts };
}

/** "Chrome on Windows", until the user gives the passkey another name. */
export const nameThisDevice = (): string => nameBrowser(navigator.userAgent);

/** Also of an error that was given another message. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof RequestError) return error.code;
  return error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : undefined;
}

const readPerson = async () => (await withErrorMessage(noAnswer, call(readSession))).person?.id;

/** Whether the person of this page signs in with the identity provider: there is one, and no passkey that works here. */
async function usesProvider(): Promise<boolean> {
  const { signIn } = await withErrorMessage(noAnswer, call(readConfig));
  if (!signIn?.provider) return false;
  if (!signIn.passkeys) return true;
  const { passkeys } = await withErrorMessage(noAnswer, call(listPasskeys));
  return !passkeys.some(({ worksHere }) => worksHere);
}

/**
 * Does what is allowed only a short time after a sign-in. If that was too long ago, signs in with a passkey and does it again, or at the
 * identity provider, which leads back to this page. If
 * another person signs in, the page is loaded again instead, because all of it is about the one before.
 */
export async function withFreshSignIn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) !== 'sign_in_again') throw error;
  }
  const before = await readPerson();
  if (await usesProvider()) return signInAgainAtProvider();
  await signInWithPasskey();
  if ((await readPerson()) === before) return work();
  location.reload();
  return new Promise(() => undefined);
}
