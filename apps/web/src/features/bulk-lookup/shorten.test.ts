import { expect, it } from 'vitest';
import { shorten } from './shorten.ts';

it.each([
  ['short', 'short'],
  ['exactly ten', 'exactly te…'],
  ['😀'.repeat(12), `${'😀'.repeat(10)}…`],
])('%s is shortened to %s', (text, shown) => expect(shorten(text, 10)).toBe(shown));
