// Signs client assertions as Apple's clients do.
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { TEST_CLIENT_IDS, TEST_KEY_ID } from '../src/apple/assertion.ts';
import { NOW } from './client.ts';

export const [BUSINESS_ID, SCHOOL_ID] = TEST_CLIENT_IDS;
export const OTHER_ID = 'BUSINESSAPI.0f0f0f0f-1234-4abc-8def-00112233445f';
export const TEST_KEY = createPrivateKey(readFileSync(new URL('../src/apple/test-key.pem', import.meta.url)));
export const OTHER_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

const NOW_SECONDS = Math.floor(NOW / 1000);

interface AssertionOf {
  clientId: string;
  key: KeyObject;
  /** Added to the usual header and claims; undefined omits one. */
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  encoding: 'ieee-p1363' | 'der';
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function assertionText(of: Partial<AssertionOf> = {}): string {
  const { clientId = BUSINESS_ID, key = TEST_KEY, encoding: dsaEncoding = 'ieee-p1363' } = of;
  const header = { alg: 'ES256', kid: TEST_KEY_ID, typ: 'JWT', ...of.header };
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: 'https://account.apple.com/auth/oauth2/v2/token',
    iat: NOW_SECONDS,
    exp: NOW_SECONDS + 900,
    jti: randomUUID(),
    ...of.claims,
  };
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding }).toString('base64url')}`;
}

/** The fields of a token call. */
export function assertionForm(of: Partial<AssertionOf> = {}): Record<string, string> {
  const { clientId = BUSINESS_ID } = of;
  return {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertionText(of),
    scope: clientId.startsWith('SCHOOL') ? 'school.api' : 'business.api',
  };
}
