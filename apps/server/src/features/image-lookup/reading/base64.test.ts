import { maxImageBytes } from '@warranty/contracts/image-lookup';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from './base64.ts';

const decode = (text: string) => decodeBase64(Buffer.from(text));

describe('base64 in JSON', () => {
  it('is decoded, with or without a data URL prefix and escaped slashes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        for (const whole of [text, `data:image/png;base64,${text}`, `data:;base64,${text}`]) {
          expect(decode(whole)).toEqual(Buffer.from(bytes));
          expect(decode(whole.replaceAll('/', '\\/'))).toEqual(Buffer.from(bytes));
        }
      }),
    );
  });

  it.each([
    ['spaces', 'AAAA AAAA'],
    ['a line break', 'AAAA\\nAAAA'],
    ['a raw line break', 'AAAA\nAAAA'],
    ['the URL-safe alphabet', 'AA-_AAAA'],
    ['padding in the middle', 'AA==AAAA'],
    ['no padding', 'AAAAAA'],
    ['nonzero trailing bits', 'AAAAAB=='],
    ['one character too many', 'AAAAA'],
    ['a data URL without base64', 'data:image/png,AAAA'],
    ['a data URL prefix that never ends', `data:${';a'.repeat(500)}`],
    ['a quote', 'AAAA\\"AAAA'],
    ['an escaped backslash', 'AAAA\\\\/AAA'],
    ['a non-ASCII letter', 'AAAÄ'],
  ])('is rejected with %s', (_, text) => {
    expect(() => decode(text)).toThrow(expect.objectContaining({ reason: 'not-base64' }));
  });

  it('is rejected from one byte above the limit', () => {
    // Every character is an escaped slash but the last ones: the slowest text to decode.
    const text = (bytes: number) =>
      '\\/'.repeat(Math.floor(bytes / 3) * 4) + Buffer.alloc(bytes % 3).toString('base64');
    expect(decode(text(maxImageBytes))).toHaveLength(maxImageBytes);
    expect(() => decode(text(maxImageBytes + 1))).toThrow(
      expect.objectContaining({ reason: 'too-many-bytes' }),
    );
  });
});
