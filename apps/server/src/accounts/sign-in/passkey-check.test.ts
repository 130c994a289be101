import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewCredential, SignedCredential } from '@warranty/contracts/passkeys';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkNewPasskey, checkPasskey, type RelyingParty } from './passkey-check.ts';
import type { StoredPasskey } from './passkeys.store.ts';

/** What Chromium answered with its virtual authenticator, for this origin: one new passkey, and two sign-ins with it. */
const recorded: { created: NewCredential; signed: [SignedCredential, SignedCredential] } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'passkey-check.recorded.json'), 'utf8'),
);
const here: RelyingParty = { origin: 'http://localhost:3977', host: 'localhost' };
const [first, second] = recorded.signed;

let passkey: StoredPasskey;
beforeAll(async () => {
  const created = await checkNewPasskey(recorded.created, here);
  if (!created) throw new Error('the recorded passkey is not accepted');
  passkey = created;
});

/** Checks a generated change, so many of all that are made. */
const share = { numRuns: 2000 };

const fieldsOfSigned = ['clientDataJSON', 'authenticatorData', 'signature'] as const;

/** Changes some bits of base64url text. */
function flip(text: string, at: number, mask: number): string {
  const bytes = Buffer.from(text, 'base64url');
  const index = at % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ mask;
  return bytes.toString('base64url');
}

const mask = fc.integer({ min: 1, max: 255 });
const place = fc.nat(10_000);

describe('a reply of Chromium', () => {
  it('is accepted, with its counter', async () => {
    const one = await checkPasskey(first, passkey, here);
    expect(one).toBeGreaterThan(passkey.counter);
    expect(await checkPasskey(second, { ...passkey, counter: one ?? 0 }, here)).toBeGreaterThan(one ?? 0);
  });

  it('is refused if it is not for this server, or older than the last one', async () => {
    const refused = [
      await checkPasskey(first, passkey, { ...here, origin: 'https://localhost:3977' }),
      await checkPasskey(first, passkey, { ...here, origin: 'http://localhost' }),
      await checkPasskey(first, passkey, { ...here, host: 'localhost.example.com' }),
      await checkPasskey(first, { ...passkey, counter: 1_000_000 }, here),
    ];
    expect(refused).toEqual([null, null, null, null]);
    expect(await checkNewPasskey(recorded.created, { ...here, host: 'example.com' })).toBeNull();
    expect(await checkNewPasskey(recorded.created, { ...here, origin: 'http://localhost' })).toBeNull();
  });
});

describe('any change', { timeout: 120_000 }, () => {
  it('of what was signed is refused', async () => {
    const change = fc.record({ field: fc.constantFrom(...fieldsOfSigned), place, mask });
    await fc.assert(
      fc.asyncProperty(change, async ({ field, place: at, mask: bits }) => {
        const response = { ...first.response, [field]: flip(first.response[field], at, bits) };
        expect(await checkPasskey({ ...first, response }, passkey, here)).toBeNull();
      }),
      share,
    );
  });

  it('of the key is refused', async () => {
    await fc.assert(
      fc.asyncProperty(place, mask, async (at, bits) => {
        const publicKey = Buffer.from(flip(passkey.publicKey.toString('base64url'), at, bits), 'base64url');
        expect(await checkPasskey(first, { ...passkey, publicKey }, here)).toBeNull();
      }),
      share,
    );
  });

  it('of the length of what was signed is refused', async () => {
    const change = fc.record({ field: fc.constantFrom(...fieldsOfSigned), place, added: fc.uint8Array() });
    await fc.assert(
      fc.asyncProperty(change, async ({ field, place: at, added }) => {
        const bytes = Buffer.from(first.response[field], 'base64url');
        const end = at % bytes.length;
        const parts = added.length > 0 ? [bytes, Buffer.from(added)] : [bytes.subarray(0, end)];
        const response = { ...first.response, [field]: Buffer.concat(parts).toString('base64url') };
        expect(await checkPasskey({ ...first, response }, passkey, here)).toBeNull();
      }),
      share,
    );
  });

  it('of what was expected is refused', async () => {
    const expected = fc.record({ origin: fc.webUrl(), host: fc.domain() });
    await fc.assert(
      fc.asyncProperty(expected, fc.constantFrom('origin', 'host', 'both'), async (other, which) => {
        const party = which === 'both' ? other : { ...here, [which]: other[which] };
        expect(await checkPasskey(first, passkey, party)).toBeNull();
      }),
      share,
    );
  });

  it('of parts of two replies is refused', async () => {
    const taken = fc.subarray([...fieldsOfSigned], { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(taken, place, mask, async (fields, at, bits) => {
        const parts = fields.map((field) => [field, second.response[field]]);
        const response = { ...first.response, ...Object.fromEntries(parts) };
        expect(await checkPasskey({ ...first, response }, passkey, here)).toBeNull();
        const id = flip(first.id, at, bits);
        expect(await checkNewPasskey({ ...recorded.created, id }, here)).toBeNull();
      }),
      share,
    );
  });
});
