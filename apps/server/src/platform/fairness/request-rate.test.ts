import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRequestRate } from './request-rate.ts';

/** Takes requests at the given times and returns the times of those that were allowed. */
function takeAt(times: readonly number[], perSecond: number): number[] {
  let now = 0;
  const take = createRequestRate(perSecond, () => now);
  return times.filter((time) => {
    now = time;
    try {
      take('key');
      return true;
    } catch {
      return false;
    }
  });
}

describe('createRequestRate', () => {
  it('allows a burst of one second, then the rate', () => {
    const burst = Array.from({ length: 200 }, () => 0);
    expect(takeAt(burst, 50)).toHaveLength(50);
    const everyMs = Array.from({ length: 5000 }, (_, index) => index);
    expect(takeAt(everyMs, 50)).toHaveLength(299);
  });

  it('never allows more than a burst beyond the rate, and always the rate itself', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 300 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 100 }), (pauses, perSecond) => {
        let at = 0;
        const times = pauses.map((pause) => {
          at += pause;
          return at;
        });
        const allowed = takeAt(times, perSecond);
        for (const [index, from] of allowed.entries()) {
          const within = allowed.slice(index).map((time, more) => [time - from, more + 1] as const);
          for (const [ms, count] of within)
            expect(count).toBeLessThanOrEqual(perSecond + (perSecond * ms) / 1000 + 1);
        }
        const even = times.filter(
          (time, index) => index === 0 || time - (times[index - 1] ?? 0) >= 1000 / perSecond,
        );
        if (even.length === times.length) expect(allowed).toEqual(times);
      }),
    );
  });

  it('says how long to wait, and counts each key on its own', () => {
    const take = createRequestRate(1, () => 0);
    take('one');
    expect(() => take('one')).toThrow(
      expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 1 }),
    );
    expect(() => take('two')).not.toThrow();
  });

  it('remembers a bounded number of keys', () => {
    const take = createRequestRate(1, () => 0);
    for (let key = 0; key < 30_000; key += 1) take(String(key));
    expect(() => take('0')).not.toThrow();
    expect(() => take('29999')).toThrow();
  });
});
