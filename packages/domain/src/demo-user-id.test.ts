import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDemoUserId, newDemoUserId } from './demo-user-id.ts';

describe('newDemoUserId', () => {
  it('always matches the format that the contract accepts', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(255)), (stream) => {
        const bytes = (length: number) => Uint8Array.from({ length }, () => stream.next().value as number);
        expect(isDemoUserId(newDemoUserId(bytes))).toBe(true);
      }),
    );
  });

  it('maps the same number of byte values to each of the 36 characters', () => {
    const seen = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      let first = true;
      const id = newDemoUserId((length) => {
        // A rejected byte triggers another read, which is filled with zeros.
        const chunk = new Uint8Array(length).fill(first ? byte : 0);
        first = false;
        return chunk;
      });
      if (byte < 252) seen.set(id.slice(10, 11), (seen.get(id.slice(10, 11)) ?? 0) + 1);
    }
    expect(seen.size).toBe(36);
    expect(new Set(seen.values())).toEqual(new Set([7]));
  });
});

describe('isDemoUserId', () => {
  it.each([
    '',
    'demo-user-',
    'demo-user-ABCDEFGHI',
    'demo-user-abcdefgh',
    'demo-user-abcdefghij',
    'x demo-user-abcdefghi',
  ])('rejects %j', (value) => {
    expect(isDemoUserId(value)).toBe(false);
  });
});
