import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenFormat, hashTokenHex } from './checksummed-tokens.ts';

const { create: newToken, isWellFormed, masked } = createTokenFormat('wlt_');

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('a new token', () => {
  it('has the published format and a valid checksum', () => {
    const token = newToken();
    expect(token).toMatch(/^wlt_[0-9A-Za-z]{46}$/);
    expect(isWellFormed(token)).toBe(true);
    expect(newToken()).not.toBe(token);
  });

  it('uses every character equally often', () => {
    const counts = new Map<string, number>();
    const tokens = 4000;
    for (let turn = 0; turn < tokens; turn += 1)
      for (const character of newToken().slice(4, 44))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    const expected = (tokens * 40) / alphabet.length;
    expect([...counts.keys()].sort().join('')).toBe(alphabet);
    // Six standard deviations: exceeded by chance once in ten million runs, while a byte modulo 62 is off by 25 %.
    for (const count of counts.values())
      expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
  });
});

describe('isWellFormed', () => {
  it('agrees with checksums computed elsewhere', () => {
    // CRC-32 of forty zeros is 0x963fbb8e, of "A".."Z" and "a".."n" 0x6eb9bc73: computed with zlib, then converted to base
    // 62.
    expect(isWellFormed(`wlt_${'0'.repeat(40)}2kaqcA`)).toBe(true);
    expect(isWellFormed(`wlt_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn21iZpT`)).toBe(true);
  });

  it('rejects a token with any one character changed, added or removed', () => {
    const character = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.nat(49), character, (at, other) => {
        const token = newToken();
        fc.pre(token[at] !== other);
        expect(isWellFormed(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
        expect(isWellFormed(token.slice(0, at) + other + token.slice(at))).toBe(false);
        expect(isWellFormed(token.slice(0, at) + token.slice(at + 1))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['', 'wlt_', 'wlt_unknown', `WLT_${'0'.repeat(46)}`, `wlt_${'0'.repeat(45)}é`])(
    'rejects %j',
    (text) => {
      expect(isWellFormed(text)).toBe(false);
    },
  );

  it('rejects a token followed by a line break', () => {
    expect(isWellFormed(`${newToken()}\n`)).toBe(false);
  });
});

it('what is stored of a token is its SHA-256, its first four characters and its last four', () => {
  expect(hashTokenHex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  const token = newToken();
  expect(masked(token)).toBe(`wlt_${token.slice(4, 8)}...${token.slice(-4)}`);
});
