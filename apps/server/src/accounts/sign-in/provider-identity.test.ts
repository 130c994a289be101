import type { IDToken } from 'openid-client';
import { describe, expect, it } from 'vitest';
import { toIdentity } from './provider-identity.ts';

const identityOf = (claims: Record<string, unknown>) =>
  toIdentity('https://id.example', claims as unknown as IDToken);

describe('who the provider says it is', () => {
  it.each([
    [{ sub: '1', name: 'Anna Berg', email: 'anna@example.com' }, 'Anna Berg', 'anna@example.com'],
    [{ sub: '1', preferred_username: 'anna' }, 'anna', null],
    [{ sub: '1', email: 'anna@example.com' }, 'anna@example.com', 'anna@example.com'],
    [{ sub: '1' }, '1', null],
    [{ sub: '1', name: '  ', preferred_username: 'anna' }, 'anna', null],
    [{ sub: '1', name: 'A\u0000nna\nBerg\ud800' }, 'A nna Berg\ufffd', null],
    [{ sub: '1', name: 7, email: ['anna@example.com'] }, '1', null],
    [{ sub: '1', name: 'Anna', email: `${'a'.repeat(250)}@example.com` }, 'Anna', null],
    [{ sub: '1', name: 'Anna', email: 'no address' }, 'Anna', null],
    [{ sub: '1', name: '😀'.repeat(101) }, '😀'.repeat(100), null],
  ])('%j', (claims, name, email) =>
    expect(identityOf(claims)).toEqual({ issuer: 'https://id.example', subject: '1', name, email }),
  );

  it.each(['', ' 1', '1\u0000', '1\ud800', '1'.repeat(256)])('no one, for the subject %j', (sub) =>
    expect(() => identityOf({ sub })).toThrow(expect.objectContaining({ code: 'provider_refused' })),
  );
});
