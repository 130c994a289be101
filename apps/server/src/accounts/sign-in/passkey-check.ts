import type { NewCredential, SignedCredential } from '@warranty/contracts/passkeys';
import { hashToken } from '../../platform/secrets/tokens.ts';
import type { StoredPasskey } from './passkeys.store.ts';

/** Loaded on demand: it takes a third of a second, and most installations have no sign-in. */
const load = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
});

/** What every passkey of this server is for. */
export interface RelyingParty {
  origin: string;
  /** Its host name. A passkey works for no other. */
  host: string;
}

const es256 = -7;
/** ES256, EdDSA and RS256. */
export const passkeyAlgorithms = [es256, -8, -257];

/** Whether an integer of ASN.1 is positive and as short as it can be. */
function isShortest(integer: Buffer): boolean {
  const [first = 0x80, next = 0] = integer;
  return first < 0x80 && (first !== 0 || integer.length === 1 || next >= 0x80);
}

/** Whether these are the two numbers of a signature and nothing else. The library ignores what follows them. */
function isExactSignature(signature: Buffer): boolean {
  const [sequence, length, , first = 0] = signature;
  const [r, rest] = [signature.subarray(4, 4 + first), signature.subarray(4 + first)];
  const s = rest.subarray(2);
  if (sequence !== 0x30 || length !== signature.length - 2) return false;
  return signature[2] === 2 && rest[0] === 2 && rest[1] === s.length && isShortest(r) && isShortest(s);
}

interface ClientData {
  challenge: string;
  /** In a frame of another site. */
  crossOrigin?: unknown;
}

/** What the browser says that it signed. Nothing in it is proven before the signature is checked. */
function readClientData(clientDataJSON: string): ClientData | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as ClientData;
    return typeof data.challenge === 'string' ? data : null;
  } catch {
    return null;
  }
}

/** The hash of the challenge that a reply is about, by which the attempt is found. Null if it cannot be read. */
export function challengeHashOf({ response }: SignedCredential | NewCredential): Buffer | null {
  const client = readClientData(response.clientDataJSON);
  return client && hashToken(client.challenge);
}

/** The new counter of the passkey; null if the reply is not its own for that challenge, by a user whom it verified. */
export async function checkPasskey(
  { id, type, response }: SignedCredential,
  { publicKey, counter }: Omit<StoredPasskey, 'transports'>,
  { origin, host }: RelyingParty,
): Promise<number | null> {
  const client = readClientData(response.clientDataJSON);
  // The library accepts frames of other sites from browsers that do not say which.
  if (!client || client.crossOrigin === true) return null;
  const { verifyAuthenticationResponse, isoCBOR } = await load();
  try {
    const key = isoCBOR.decodeFirst<Map<string | number, number>>(new Uint8Array(publicKey));
    // Each key and each signature has one form only, so that what is checked is all that was sent or stored.
    if (!publicKey.equals(isoCBOR.encode(key))) return null;
    if (key.get(3) === es256 && !isExactSignature(Buffer.from(response.signature, 'base64url'))) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type, response, clientExtensionResults: {} },
      expectedChallenge: client.challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** The passkey that a browser has created; null if it did not, or not for that challenge. */
export async function checkNewPasskey(
  { id, type, response }: NewCredential,
  { origin, host }: RelyingParty,
): Promise<StoredPasskey | null> {
  const client = readClientData(response.clientDataJSON);
  if (!client || client.crossOrigin === true) return null;
  const { verifyRegistrationResponse, decodeAttestationObject } = await load();
  try {
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    );
    // We do not ask who made an authenticator. To check its certificates, the library would call addresses that they name.
    if (attestation.get('fmt') !== 'none') return null;
    const { clientDataJSON, attestationObject, transports = [] } = response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type, clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: client.challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!verified || registrationInfo.credential.id !== id) return null;
    const { publicKey, counter } = registrationInfo.credential;
    return { id: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter, transports };
  } catch {
    return null;
  }
}
