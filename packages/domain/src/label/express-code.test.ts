import { withoutVowels } from '@warranty/contracts/vendors/alphabets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expressServiceCode } from '../identifiers.ts';
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
  it('match if both were read correctly', () => {
    fc.assert(fc.property(tags, (tag) => match(tag, codeOf(tag)) === tag));
  });

  it('correct one misread character of the tag, or do not match', () => {
    const misread = fc.tuple(tags, fc.nat(6), fc.constantFrom(...withoutVowels));
    fc.assert(
      fc.property(misread, ([tag, place, char]) => {
        expect([tag, null]).toContain(match(replaced(tag, place, char), codeOf(tag)));
      }),
      { numRuns: 60 },
    );
  });

  it('correct one misread digit of the code, or do not match', () => {
    const misread = fc.tuple(tags, fc.nat(9), fc.constantFrom(...'0123456789'));
    fc.assert(
      fc.property(misread, ([tag, place, digit]) => {
        expect([tag, null]).toContain(match(tag, replaced(codeOf(tag), place, digit)));
      }),
      { numRuns: 60 },
    );
  });

  it('correct a misread first character, but never guess the last one', () => {
    expect(match('8Z8Y3W2', codeOf('3Z8Y3W2'))).toBe('3Z8Y3W2');
    expect(match('3Z8Y3W2', replaced(codeOf('3Z8Y3W2'), 2, '9'))).toBe('3Z8Y3W2');
    // One misread last digit changes only the last character, so either reading could be wrong.
    expect(match('3Z8Y3W2', codeOf('3Z8Y3W3'))).toBeNull();
  });

  it('recover a missing character', () => {
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

  it('read vowels, which no tag has, as the characters they resemble', () => {
    expect(match('BOIDP01', codeOf('B01DP01'))).toBe('B01DP01');
  });
});

describe('an express service code alone', () => {
  it('yields the tag', () => {
    expect(tagOfCode(symbols('12542331602'))?.serial ?? null).toBe('5RFDP02');
  });

  it('yields nothing if the tag would contain a vowel', () => {
    expect(tagOfCode(symbols(String(Number.parseInt('5RFDPA1', 36))))).toBeNull();
  });
});
