import fc from 'fast-check';
import { expect, it } from 'vitest';
import { statusOf } from './call-limits.ts';

const limit = fc.record({ max: fc.integer({ min: 1, max: 1e9 }), calls: fc.integer({ min: 0, max: 2e9 }) });

it('reports the limit with the fewest calls left', () =>
  fc.assert(
    fc.property(fc.array(limit, { minLength: 1, maxLength: 3 }), fc.nat(86_400), (limits, secondsLeft) => {
      const keys = limits.map((_, index) => `key-${index}`);
      const counts = Object.fromEntries(limits.map(({ calls }, index) => [`key-${index}`, calls]));
      const status = statusOf({ keys, maxCalls: limits.map(({ max }) => max) }, { counts, secondsLeft });
      const left = limits.map(({ max, calls }) => Math.max(0, max - calls));
      expect(status.remaining).toBe(Math.min(...left));
      expect(limits.map(({ max }) => max)).toContain(status.limit);
      expect(status.remaining).toBeLessThanOrEqual(status.limit);
      expect(status.allowed).toBe(left.every((calls) => calls > 0));
      expect(status.resetSeconds).toBeGreaterThan(0);
    }),
  ));

it('counts a key without a row as unused', () => {
  const charge = { keys: ['client:a', 'owner:o'], maxCalls: [5, 3] };
  expect(statusOf(charge, { counts: {}, secondsLeft: 60 })).toEqual({
    ...{ limit: 3, remaining: 3, allowed: true, resetSeconds: 60 },
  });
});
