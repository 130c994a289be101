import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expressServiceCode } from '../identifiers.ts';
import { withoutVowels } from './alphabets.ts';
import { matchCode, tagOfCode } from './express-code.ts';
import type { ReadSymbol } from './text.ts';

const symbols = (text: string): ReadSymbol[] =>
  Array.from(text, (char) => ({ choices: [{ char, probability: 1 }], at: 0 }));
const match = (tag: string, code: string) => matchCode(symbols(tag), symbols(code))?.tag ?? null;
const codeOf = (tag: string) => expressServiceCode(tag) ?? '';

const tags = fc
  .tuple(
    fc.constantFrom(...'123456789BCDFGHJ'),
    fc.array(fc.constantFrom(...withoutVowels), { minLength: 6, maxLength: 6 }),
  )
  .map(([first, rest]) => first + rest.join(''));

const replaced = (text: string, place: number, char: string) =>
  text.slice(0, place) + char + text.slice(place + 1);

describe('a service tag and its express service code', () => {
  it('match where both were read right', () => {
    fc.assert(fc.property(tags, (tag) => match(tag, codeOf(tag)) === tag));
  });

  it('correct one misread character of the tag, or refuse', () => {
    const misread = fc.tuple(tags, fc.nat(6), fc.constantFrom(...withoutVowels));
    fc.assert(
      fc.property(misread, ([tag, place, char]) => {
        expect([tag, null]).toContain(match(replaced(tag, place, char), codeOf(tag)));
      }),
      { numRuns: 60 },
    );
  });

  it('correct one misread digit of the code, or refuse', () => {
    const misread = fc.tuple(tags, fc.nat(9), fc.constantFrom(...'0123456789'));
    fc.assert(
      fc.property(misread, ([tag, place, digit]) => {
        expect([tag, null]).toContain(match(tag, replaced(codeOf(tag), place, digit)));
      }),
      { numRuns: 60 },
    );
  });

  it('mostly correct it: a misread first character always, a last one never by guessing', () => {
    expect(match('8Z8Y3W2', codeOf('3Z8Y3W2'))).toBe('3Z8Y3W2');
    expect(match('3Z8Y3W2', replaced(codeOf('3Z8Y3W2'), 2, '9'))).toBe('3Z8Y3W2');
    // One misread last digit moves only the last character: either could be the wrong one.
    expect(match('3Z8Y3W2', codeOf('3Z8Y3W3'))).toBeNull();
  });

  it('find a character that was lost', () => {
    expect(match('3Z8YW2', codeOf('3Z8Y3W2'))).toBe('3Z8Y3W2');
    expect(match('3Z8Y3W2', codeOf('3Z8Y3W2').slice(1))).toBe('3Z8Y3W2');
  });

  it('do not match by chance', () => {
    fc.assert(
      fc.property(tags, tags, (tag, other) => {
        const differing = [...tag].filter((char, i) => char !== other[i]).length;
        fc.pre(differing >= 5);
        return match(tag, codeOf(other)) === null;
      }),
      { numRuns: 25 },
    );
  });

  it('read the vowels that no tag has as what they look like', () => {
    expect(match('BOIDP01', codeOf('B01DP01'))).toBe('B01DP01');
  });
});

describe('an express service code alone', () => {
  it('gives the tag', () => {
    expect(tagOfCode(symbols('12542331602'))?.serial ?? null).toBe('5RFDP02');
  });

  it('gives none where it would hold a vowel', () => {
    expect(tagOfCode(symbols(String(Number.parseInt('5RFDPA1', 36))))).toBeNull();
  });
});
