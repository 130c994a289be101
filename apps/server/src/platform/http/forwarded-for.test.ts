import { describe, expect, it } from 'vitest';
import { dropInvalidHops } from './forwarded-for.ts';

function dropFrom(forwarded: string | undefined): string | undefined {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  dropInvalidHops(headers);
  return headers['x-forwarded-for'];
}

describe('dropInvalidHops', () => {
  it.each([undefined, '203.0.113.5', '203.0.113.5, 10.0.0.5', '2001:db8::1,203.0.113.5'])(
    'keeps %j',
    (text) => {
      expect(dropFrom(text)).toBe(text);
    },
  );

  it.each([
    ['evil', undefined],
    ['', undefined],
    ['203.0.113.5, evil', undefined],
    ['203.0.113.5:4711', undefined],
    ['[2001:db8::1]', undefined],
    ['0x7f.1', undefined],
    ['203.0.113.5,', undefined],
    ['evil, 203.0.113.5', '203.0.113.5'],
    ['198.51.100.1, evil, 203.0.113.5,10.0.0.5', '203.0.113.5, 10.0.0.5'],
  ])('reduces %j to %j', (text, left) => {
    expect(dropFrom(text)).toBe(left);
  });
});
