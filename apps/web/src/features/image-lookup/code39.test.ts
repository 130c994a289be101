import { expect, it } from 'vitest';
import { code39 } from './code39.ts';

it('draws five bars a character, between two stars', () => {
  const { bars, width } = code39('A1');
  expect(bars).toHaveLength(4 * 5);
  // Fifteen narrow units a character, one between two of them.
  expect(width).toBe(4 * 15 + 3);
  expect(bars.at(-1)).toEqual({ at: width - 1, width: 1 });
});

it('refuses what it has no bars for', () => {
  expect(() => code39('a')).toThrow("Code 39 has no 'a'");
});
