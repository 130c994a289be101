import { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import { cloneDatabase, openDatabase } from '../../../test/database.ts';
import { enforceRateLimits } from './enforce-rate-limit.ts';
import { createRateLimiter, type Rate, type RateLimiter } from './rate-limiter.store.ts';

const database = await cloneDatabase();
const processes = ['one', 'two'].map((applicationName) => {
  const own = openDatabase(database.url, 8, applicationName);
  return { database: own, limits: createRateLimiter(own.db) };
});
const limits = processes[0]?.limits as RateLimiter;

const hour = 3600;

/** Simulates that this many seconds have passed for the key. */
const passTime = (key: string, seconds: number) =>
  database.query("update rate_limits set full_at = full_at - $2 * interval '1 second' where key = $1", [
    key,
    seconds,
  ]);

async function takeAll(key: string, rate: Rate, times: number): Promise<number> {
  const verdicts = [];
  for (let turn = 0; turn < times; turn += 1) verdicts.push(await limits.take(key, rate));
  return verdicts.filter(({ allowed }) => allowed).length;
}

describe('take', () => {
  it('does not wait for the disk, unlike other statements of the connection', async () => {
    const { db } = (processes[0] as (typeof processes)[number]).database;
    const setting = async (from: Pick<typeof db, 'executeQuery'>) =>
      (await from.executeQuery(CompiledQuery.raw('show synchronous_commit'))).rows;
    await db.transaction().execute(async (tx) => {
      await createRateLimiter(tx).take('no-flush', { count: 1, seconds: hour });
      expect(await setting(tx)).toEqual([{ synchronous_commit: 'off' }]);
    });
    await db.connection().execute(async (connection) => {
      await createRateLimiter(connection).take('no-flush', { count: 1, seconds: hour });
      expect(await setting(connection)).toEqual(await database.query('show synchronous_commit'));
    });
  });

  it.each([1, 7, 50])('allows exactly %i of many concurrent requests from two processes', async (count) => {
    const key = `hammered-${count}`;
    const verdicts = await Promise.all(
      processes.flatMap(({ limits: own }) =>
        Array.from({ length: 100 }, () => own.take(key, { count, seconds: hour })),
      ),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(count);
  });

  it.each([
    [{ count: 1, seconds: hour }, 3600],
    [{ count: 6, seconds: hour }, 600],
    [{ count: 300, seconds: hour }, 12],
    [{ count: 7, seconds: hour }, 515],
    [{ count: 60, seconds: hour }, 60],
  ])('returns for %j that the next request is allowed in %i seconds', async (rate, seconds) => {
    const key = `wait-${rate.count}-${rate.seconds}`;
    await takeAll(key, rate, rate.count);
    const verdict = await limits.take(key, rate);
    expect(verdict.allowed).toBe(false);
    const { retryAfterSeconds } = verdict as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeLessThanOrEqual(seconds);
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(Math.max(1, seconds - 1));
  });

  it('allows the next request after the returned time, and not a second earlier', async () => {
    const rate = { count: 6, seconds: hour };
    await takeAll('patient', rate, 6);
    const verdict = (await limits.take('patient', rate)) as { retryAfterSeconds: number };
    await passTime('patient', verdict.retryAfterSeconds - 2);
    expect((await limits.take('patient', rate)).allowed).toBe(false);
    await passTime('patient', 2);
    expect((await limits.take('patient', rate)).allowed).toBe(true);
    expect((await limits.take('patient', rate)).allowed).toBe(false);
  });

  it('does not count rejected requests', async () => {
    const rate = { count: 2, seconds: hour };
    await takeAll('eager', rate, 20);
    await passTime('eager', hour / 2);
    expect(await takeAll('eager', rate, 3)).toBe(1);
  });

  it('refills over time, but never beyond the full limit', async () => {
    const rate = { count: 5, seconds: hour };
    expect(await takeAll('refilled', rate, 6)).toBe(5);
    await passTime('refilled', (hour / 5) * 2);
    expect(await takeAll('refilled', rate, 6)).toBe(2);
    await passTime('refilled', 100 * hour);
    expect(await takeAll('refilled', rate, 8)).toBe(5);
  });

  it('does not affect other keys', async () => {
    const rate = { count: 1, seconds: hour };
    await takeAll('mine', rate, 2);
    expect((await limits.take('yours', rate)).allowed).toBe(true);
    expect((await limits.take("mine' or true --", rate)).allowed).toBe(true);
    expect((await limits.take('mine', rate)).allowed).toBe(false);
  });
});

describe('enforceRateLimits', () => {
  const charge = (key: string, count: number) => ({ key, rate: { count, seconds: hour } });

  it('charges every limit', async () => {
    const both = [charge('both-first', 2), charge('both-second', 3)];
    for (let turn = 0; turn < 2; turn += 1) await enforceRateLimits(limits, both);
    expect((await limits.take('both-first', { count: 2, seconds: hour })).allowed).toBe(false);
    expect(await takeAll('both-second', { count: 3, seconds: hour }, 3)).toBe(1);
  });

  it.each([
    ['first', ['spent', 'rest']],
    ['last', ['rest', 'spent']],
  ])('charges nothing if the %s limit is reached', async (order, names) => {
    const charges = names.map((name) => charge(`${order}-${name}`, name === 'spent' ? 1 : 2));
    await takeAll(`${order}-spent`, { count: 1, seconds: hour }, 1);
    await passTime(`${order}-spent`, hour / 2);
    for (let turn = 0; turn < 3; turn += 1)
      await expect(enforceRateLimits(limits, charges)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await takeAll(`${order}-rest`, { count: 2, seconds: hour }, 3)).toBe(2);
    await passTime(`${order}-spent`, hour / 2);
    expect((await limits.take(`${order}-spent`, { count: 1, seconds: hour })).allowed).toBe(true);
  });
});

it('sweep removes keys that have fully refilled, and no others', async () => {
  const rate = { count: 2, seconds: hour };
  await takeAll('sweep-full', rate, 2);
  await passTime('sweep-full', hour);
  await takeAll('sweep-half', rate, 2);
  await passTime('sweep-half', hour - 60);
  await takeAll('sweep-used', rate, 2);
  await limits.sweep();
  const kept = await database.query("select key from rate_limits where key like 'sweep-%' order by key");
  expect(kept).toEqual([{ key: 'sweep-half' }, { key: 'sweep-used' }]);
  expect((await limits.take('sweep-used', rate)).allowed).toBe(false);
  expect(await takeAll('sweep-full', rate, 3)).toBe(2);
});
