import { expect, it } from 'vitest';
import { isLikeTag } from './is-like-tag.ts';

it.each(['7XK2P93', ' PF3ABCDE ', 'Q2AB-0001-0002', 'Q2XX-1'])('accepts "%s"', (text) => {
  expect(isLikeTag(text)).toBe(true);
});

it.each(['', 'bulk', 'Individual Lookup', 'devices 2025'])('rejects "%s"', (text) => {
  expect(isLikeTag(text)).toBe(false);
});
