import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trimBoth, trimEnd } from './trim.ts';

const text = fc.array(fc.constantFrom('-', ' ', '.', 'a', '1', 'é', '\uD83D\uDE00', '\uD83D', '\uDE00'), {
  maxLength: 12,
});

describe('trimming', () => {
  it.each([
    ['one character', /-/, /^-+|-+$/g, /-+$/],
    ['a class', /[\s.-]/, /^[\s.-]+|[\s.-]+$/g, /[\s.-]+$/],
    ['all but letters', /[^\p{L}]/u, /^[^\p{L}]+|[^\p{L}]+$/gu, /[^\p{L}]+$/u],
  ])('drops %s like a regular expression', (_, dropped, both, end) => {
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join('');
        expect(trimBoth(whole, dropped)).toBe(whole.replaceAll(both, ''));
        expect(trimEnd(whole, dropped)).toBe(whole.replace(end, ''));
      }),
    );
  });
});
