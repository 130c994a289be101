// The client assertion: a JWT that the client signs with its private key, in place of a secret.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isObject } from '../faults.ts';

/** Unlike the address that it is sent to, the audience contains `v2`. */
const AUDIENCE = 'https://account.apple.com/auth/oauth2/v2/token';
const MAX_LIFETIME_SECONDS = 180 * 86_400;
/** How far the clock of a client may be ahead. */
const SKEW_SECONDS = 60;
const SIGNATURE_BYTES = 64;

/** The clients whose key is known. Only the format can be checked for all others. */
export const TEST_KEY_ID = '7e57ab1e-0000-4000-8000-000000000001';
export const TEST_CLIENT_IDS = [
  'BUSINESSAPI.7e57ab1e-0000-4000-8000-00000000000b',
  'SCHOOLAPI.7e57ab1e-0000-4000-8000-00000000000c',
] as const;

const testKey = createPublicKey(readFileSync(new URL('test-key.pem', import.meta.url)));

interface Assertion {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  signedText: string;
  signature: Buffer;
}

export function isValidAssertion(text: string, clientId: string, nowMs: number): boolean {
  const assertion = parsedAssertion(text);
  if (!assertion) return false;
  const { kid, alg } = assertion.header;
  if (alg !== 'ES256' || typeof kid !== 'string' || kid === '') return false;
  return hasClaims(assertion.claims, clientId, nowMs / 1000) && isSigned(assertion, clientId, kid);
}

function parsedAssertion(text: string): Assertion | undefined {
  const [header = '', claims = '', signature = '', ...rest] = text.split('.');
  if (rest.length > 0) return undefined;
  const [parsedHeader, parsedClaims] = [parsedPart(header), parsedPart(claims)];
  if (!parsedHeader || !parsedClaims) return undefined;
  return {
    header: parsedHeader,
    claims: parsedClaims,
    signedText: `${header}.${claims}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}

function parsedPart(part: string): Record<string, unknown> | undefined {
  if (!/^[\w-]+$/.test(part)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function hasClaims(claims: Record<string, unknown>, clientId: string, now: number): boolean {
  const { iss, sub, aud, iat, exp, jti } = claims;
  if (iss !== clientId || sub !== clientId || aud !== AUDIENCE) return false;
  if (typeof jti !== 'string' || jti === '' || !isSeconds(iat) || !isSeconds(exp)) return false;
  return iat <= now + SKEW_SECONDS && now < exp && iat < exp && exp - iat <= MAX_LIFETIME_SECONDS;
}

const isSeconds = (value: unknown): value is number => Number.isInteger(value);

function isSigned({ signedText, signature }: Assertion, clientId: string, kid: string): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  const isTestClient = TEST_CLIENT_IDS.some((id) => id === clientId);
  if (!isTestClient) return !kid.includes('bad');
  return kid === TEST_KEY_ID && isSignedBy(testKey, signedText, signature);
}

function isSignedBy(key: KeyObject, text: string, signature: Buffer): boolean {
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature);
}
