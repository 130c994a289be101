import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRecoveryCode, readRecoveryCode } from './recovery-code.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const character = fc.constantFrom(...alphabet);
const code = fc
  .array(character, { minLength: 28, maxLength: 28 })
  .map((characters) => characters.join('').replace(/(.{4})(?=.)/g, '$1-'));
/** The position of a character, never of a dash. */
const place = fc.nat(27).map((at) => at + Math.floor(at / 4));

const replaceAt = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1);
/** Selector and secret as one text, to compare codes. */
const opened = (text: string) => {
  const read = readRecoveryCode(text);
  return read && `${read.selector} ${read.secretHash.toString('hex')}`;
};

describe('newRecoveryCode', () => {
  it('returns seven groups of four unambiguous characters', () => {
    for (let turn = 0; turn < 200; turn += 1) {
      expect(newRecoveryCode().text).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
    }
  });

  it('returns the selector and hash that readRecoveryCode finds', () => {
    const { text, selector, secretHash } = newRecoveryCode();
    expect(readRecoveryCode(text)).toEqual({ selector, secretHash });
    expect(text.replaceAll('-', '').startsWith(selector)).toBe(true);
    expect(secretHash).toHaveLength(32);
  });

  it('returns no code twice, and uses every character in every position', () => {
    const texts = Array.from({ length: 2000 }, () => newRecoveryCode().text);
    expect(new Set(texts).size).toBe(2000);
    for (const at of [0, 8, 20, 33]) {
      expect(new Set(texts.map((text) => text[at])).size).toBe(32);
    }
  });
});

describe('readRecoveryCode', () => {
  it('returns another code if one character is changed', () => {
    fc.assert(
      fc.property(code, place, character, (text, at, other) => {
        fc.pre(text[at] !== other);
        expect(opened(replaceAt(text, at, other))).not.toBe(opened(text));
      }),
    );
  });

  it('returns another code if two adjacent characters are swapped', () => {
    fc.assert(
      fc.property(code, fc.nat(26), (text, at) => {
        const plain = text.replaceAll('-', '');
        const [first = '', second = ''] = [plain[at], plain[at + 1]];
        fc.pre(first !== second);
        expect(opened(replaceAt(replaceAt(plain, at, second), at + 1, first))).not.toBe(opened(text));
      }),
    );
  });

  it('accepts any case, separator and commonly confused character', () => {
    const separator = fc.constantFrom('', ' ', '-', '  ', '\t', '\n', ' - ');
    const misread: Record<string, string[]> = { 0: ['o', 'O', '0'], 1: ['i', 'I', 'l', 'L', '1'] };
    fc.assert(
      fc.property(code, fc.infiniteStream(fc.nat(9)), separator, (text, choices, between) => {
        const typed = [...text.replaceAll('-', '')].map((letter) => {
          const choice = choices.next().value as number;
          const forms = misread[letter] ?? [letter, letter.toLowerCase()];
          return forms[choice % forms.length];
        });
        expect(opened(` ${typed.join(between)}\n`)).toBe(opened(text));
      }),
    );
  });

  it('returns null if a character is missing, added or not in the alphabet', () => {
    fc.assert(
      fc.property(
        code,
        place,
        fc.constantFrom('U', 'u', '*', '.', 'é', 'ß', '０', '😀'),
        (text, at, stranger) => {
          expect(readRecoveryCode(replaceAt(text, at, ''))).toBeNull();
          expect(readRecoveryCode(replaceAt(text, at, `${text[at]}0`))).toBeNull();
          expect(readRecoveryCode(replaceAt(text, at, stranger))).toBeNull();
        },
      ),
    );
  });

  it('returns null for any other text, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const plain = text.toUpperCase().replace(/[\s-]/g, '');
        fc.pre(plain.length !== 28);
        expect(readRecoveryCode(text)).toBeNull();
      }),
    );
  });
});
