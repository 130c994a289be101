import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OwnerId, toOwnerId } from '../ownership/owner-id.ts';
import { createAddressQuota } from './address-quota.ts';
import { clientOf } from './client-key.ts';
import type { RateLimiter } from './rate-limiter.store.ts';

let charged: Map<string, number>;
let queries: number;
/** A limit that never refills. */
const limits = {
  async take(key, { count }, requests = 1) {
    queries += 1;
    await Promise.resolve();
    const next = (charged.get(key) ?? 0) + Math.min(requests, count);
    if (next > count) return { allowed: false, retryAfterSeconds: 60 };
    charged.set(key, next);
    return { allowed: true };
  },
} as RateLimiter;
beforeEach(() => {
  charged = new Map();
  queries = 0;
});

const organization = toOwnerId('organization');
const ownerLimits = { countsForAddress: async (owner: OwnerId) => owner !== organization };
const quotaOf = (perDay: number) =>
  createAddressQuota({ limits, ownerLimits, name: 'rows', perDay, allowance: `${perDay} rows` });

const browserAt = (ip: string) => ({ owner: toOwnerId('browser'), client: clientOf(ip) });

describe('the quota of an address', () => {
  it('grants the last unit once', async () => {
    const quota = quotaOf(100);
    await quota.take(browserAt('192.0.2.1'), 99);
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => quota.take(browserAt('192.0.2.1'), 1)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('names the limit and when to try again', async () => {
    const quota = quotaOf(10);
    await quota.take(browserAt('192.0.2.1'), 10);
    await expect(quota.take(browserAt('192.0.2.1'), 1)).rejects.toMatchObject({
      status: 429,
      message: 'Your IP address has reached the daily limit of 10 rows. Try again later.',
      retryAfterSeconds: 60,
    });
  });

  it('is shared by a whole IPv6 network, and by no other address', async () => {
    const quota = quotaOf(10);
    await quota.take(browserAt('2001:db8::1'), 10);
    await expect(quota.take(browserAt('2001:db8::2'), 1)).rejects.toMatchObject({ code: 'address_quota' });
    await quota.take(browserAt('2001:db8:0:1::1'), 10);
  });

  it('needs one query for many small requests', async () => {
    const quota = quotaOf(10_000);
    for (let turn = 0; turn < 100; turn += 1) await quota.take(browserAt('192.0.2.1'), 1);
    expect(queries).toBe(1);
  });

  it('gives back what was refunded', async () => {
    const quota = quotaOf(10);
    await quota.take(browserAt('192.0.2.1'), 9);
    const refund = await quota.take(browserAt('192.0.2.1'), 1);
    refund();
    await quota.take(browserAt('192.0.2.1'), 1);
    await expect(quota.take(browserAt('192.0.2.1'), 1)).rejects.toMatchObject({ code: 'address_quota' });
  });

  it('is not that of an organization, which neither uses it nor refunds it', async () => {
    const quota = quotaOf(10);
    const office = { owner: organization, client: clientOf('192.0.2.1') };
    await quota.take(browserAt('192.0.2.1'), 10);
    const refund = await quota.take(office, 100);
    refund();
    await expect(quota.take(browserAt('192.0.2.1'), 1)).rejects.toMatchObject({ code: 'address_quota' });
  });

  const request = fc.record({ process: fc.nat(1), units: fc.integer({ min: 1, max: 300 }) });
  const inputs = [fc.integer({ min: 300, max: 2000 }), fc.array(request)] as const;

  it('is never exceeded by concurrent requests of two processes', async () => {
    await fc.assert(
      fc.asyncProperty(...inputs, async (perDay, requests) => {
        charged = new Map();
        const processes = [quotaOf(perDay), quotaOf(perDay)];
        const granted = await Promise.all(
          requests.map(({ process, units }) =>
            processes[process]?.take(browserAt('192.0.2.1'), units).then(
              () => units,
              () => 0,
            ),
          ),
        );
        expect(granted.reduce<number>((sum, units = 0) => sum + units, 0)).toBeLessThanOrEqual(perDay);
      }),
    );
  });

  it('can be used up, except for what each process has charged in advance', async () => {
    await fc.assert(
      fc.asyncProperty(...inputs, async (perDay, requests) => {
        charged = new Map();
        const processes = [quotaOf(perDay), quotaOf(perDay)];
        let rest = perDay - 2 * Math.floor(perDay / 100);
        for (const { process, units } of requests) {
          rest -= units;
          if (rest >= 0) await processes[process]?.take(browserAt('192.0.2.1'), units);
        }
      }),
    );
  });
});
