import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vendorCallsText } from './vendor-calls.ts';

const left = (remaining: number, limit = 20_000) =>
  vendorCallsText({ daily: { limit, remaining, resetsAt: '2026-11-17T00:00:00.000Z' } });

describe('vendorCallsText', () => {
  it.each([
    [20_000, null],
    [2000, null],
    [1999, '1,999 of 20,000 vendor calls are left until 00:00 UTC.'],
    [1, '1 of 20,000 vendor calls are left until 00:00 UTC.'],
    [0, 'No vendor calls are left for today. Lookups continue at 00:00 UTC.'],
  ])('for %i of 20,000 calls is %j', (remaining, text) => expect(left(remaining)).toBe(text));

  it('is silent for users with their own keys', () => expect(vendorCallsText({ daily: null })).toBeNull());

  it('speaks below a tenth of any limit, and always when nothing is left', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (limit, share) => {
          const remaining = Math.floor(limit * share);
          expect(left(remaining, limit) === null).toBe(remaining >= limit / 10);
          expect(left(0, limit)).toContain('No vendor calls are left');
        },
      ),
    ));
});
