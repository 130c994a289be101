import { expect, it } from 'vitest';
import { code39 } from './code39.ts';

it('draws five bars per character, between two asterisks', () => {
  const { bars, width } = code39('A1');
  expect(bars).toHaveLength(4 * 5);
  // Fifteen narrow units per character, plus one between characters.
  expect(width).toBe(4 * 15 + 3);
  expect(bars.at(-1)).toEqual({ at: width - 1, width: 1 });
});

it('rejects a character that Code 39 cannot encode', () => {
  expect(() => code39('a')).toThrow("Code 39 has no 'a'");
});
