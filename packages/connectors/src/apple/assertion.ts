import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { readPem } from '@warranty/domain/private-key';
import { refusedKeys } from '../call.ts';
import type { ClientProof } from '../client-credentials.ts';

export interface AppleKeys {
  /** `BUSINESSAPI.` or `SCHOOLAPI.` and a UUID. */
  clientId: string;
  keyId: string;
  /** In PEM. */
  privateKey: string;
}

/** Differs from the URL that is called. */
const audience = 'https://account.apple.com/auth/oauth2/v2/token';
const lifetimeSeconds = 15 * 60;

export const isSchool = ({ clientId }: AppleKeys) => clientId.startsWith('SCHOOLAPI.');

/** Proves the client with a signed assertion, a new one for each token. */
export function assertionProof(keys: AppleKeys, now: () => number) {
  return (): ClientProof => ({
    client_id: keys.clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signAssertion(keys, Math.floor(now() / 1000)),
    scope: isSchool(keys) ? 'school.api' : 'business.api',
  });
}

function signAssertion({ clientId, keyId, privateKey }: AppleKeys, issuedAt: number): string {
  const header = { alg: 'ES256', kid: keyId, typ: 'JWT' };
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    jti: randomUUID(),
  };
  const content = [header, claims].map((part) => base64url(JSON.stringify(part))).join('.');
  const key = readPrivateKey(privateKey);
  return `${content}.${base64url(sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }))}`;
}

const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** No cause is attached to the error, because it could quote the key. */
function readPrivateKey(text: string): KeyObject {
  const pem = readPem(text);
  if (!pem) throw refusedKeys();
  try {
    const type = pem.label === 'EC PRIVATE KEY' ? 'sec1' : 'pkcs8';
    const key = createPrivateKey({ key: Buffer.from(pem.bytes), format: 'der', type });
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Reported below, like a key of another kind.
  }
  throw refusedKeys();
}
