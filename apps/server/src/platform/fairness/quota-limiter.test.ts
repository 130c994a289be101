import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ClaimedShare,
  createQuotaLimiter,
  type QuotaClaim,
  type QuotaLimiter,
} from './quota-limiter.ts';

let now: number;
let claims: QuotaClaim[];
let answer: (claim: QuotaClaim) => ClaimedShare | null;
let take: QuotaLimiter;

beforeEach(() => {
  now = 1000;
  claims = [];
  answer = ({ wanted }) => ({ granted: wanted, left: 100, retryAfterSeconds: 0, isCharged: true });
  take = createQuotaLimiter({
    limit: 100,
    async claim(claim) {
      claims.push(claim);
      return answer(claim);
    },
    now: () => now,
  });
});

async function accepted(times: number, key = 'key'): Promise<number> {
  const all = await Promise.all(Array.from({ length: times }, () => take(key)));
  return all.filter(({ allowed }) => allowed).length;
}

const exhausted = (retryAfterSeconds: number) => () => ({
  granted: 0,
  isCharged: true,
  left: 0,
  retryAfterSeconds,
});

describe('a key', () => {
  it('uses 1/20 of its quota without a claim, and reports it with the next share', async () => {
    expect(await accepted(5)).toBe(5);
    expect(claims).toEqual([]);
    expect(await accepted(6)).toBe(6);
    expect(claims).toEqual([
      { key: 'key', used: 5, wanted: 5 },
      { key: 'key', used: 0, wanted: 5 },
    ]);
  });

  it('without quota is rejected without a claim until there is quota again', async () => {
    answer = exhausted(3);
    expect(await accepted(7)).toBe(5);
    expect(await take('key')).toEqual({ allowed: false, limit: 100, remaining: 0, resetSeconds: 3 });
    expect(claims).toHaveLength(1);
    now += 2999;
    expect(await accepted(1)).toBe(0);
    expect(claims).toHaveLength(1);
    now += 1;
    answer = ({ wanted }) => ({ granted: wanted, left: 100, retryAfterSeconds: 0, isCharged: true });
    expect(await accepted(1)).toBe(1);
  });

  it('gets its free share once a minute, also if it was rejected', async () => {
    answer = exhausted(1);
    for (let second = 0; second < 60; second += 1) {
      await accepted(10);
      expect(await accepted(5, `other-${second}`)).toBe(5);
      now += 999;
    }
    expect(await accepted(10)).toBe(0);
    now += 61;
    expect(await accepted(10)).toBe(5);
  });

  it('starts again when the window of all processes ends', async () => {
    answer = ({ wanted }) => ({
      granted: wanted,
      left: 0,
      retryAfterSeconds: 4,
      isCharged: true,
      secondsLeft: 4,
    });
    expect(await accepted(20)).toBe(10);
    now += 4000;
    expect(await accepted(20)).toBe(10);
  });

  it('gets the whole quota of this process if the shared one is unavailable', async () => {
    answer = () => {
      throw new Error('away');
    };
    expect(await accepted(150)).toBe(100);
    expect(claims).toHaveLength(1);
    expect((await take('key')).resetSeconds).toBe(60);
  });
});

it('claims again what was used without a claim if nothing was charged', async () => {
  const claims: number[] = [];
  let now = 0;
  const take = createQuotaLimiter({
    limit: 40,
    now: () => now,
    async claim({ used }) {
      claims.push(used);
      const isCharged = claims.length > 1;
      return { granted: isCharged ? 2 : 0, left: 0, isCharged, retryAfterSeconds: 1 };
    },
  });
  const allowed = async () => (await take('key')).allowed;
  expect([await allowed(), await allowed(), await allowed()]).toEqual([true, true, false]);
  now += 1001;
  expect([await allowed(), claims]).toEqual([true, [2, 2]]);
});
