import type { RowResult } from '@warranty/contracts/csv-enrichment';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serialsFrom } from '../../../test/bulk.ts';
import { type KeyUser, startKeyFixture } from '../../../test/keys.ts';
import { avoidMidnight } from '../../../test/midnight.ts';

const perOwner = 3;
const perAddress = 5;
const scene = await startKeyFixture({
  VENDOR_CALLS_PER_DAY: String(perOwner),
  VENDOR_CALLS_PER_DAY_PER_ADDRESS: String(perAddress),
  LOOKUPS_PER_MINUTE: '1000',
});
beforeEach(() => avoidMidnight(30));
const { query, dellCalls } = scene;
afterEach(async () => {
  await scene.simulator.reset();
  await query('truncate vendor_gates, vendor_call_counts, warranty_records, rate_limits');
});

const sentence =
  'You or your network have used all vendor calls for today. Try again after 00:00 UTC, or add your own API keys.';

const newSerial = serialsFrom('D');

const list = (user: KeyUser, serials: string[]) =>
  user.send('POST', '/api/warranty/bulk', {
    items: serials.map((serialNumber) => ({ serialNumber, manufacturer: 'Dell' })),
  });

/** Every way to call a vendor from a page, with one serial. */
const doors: [string, (user: KeyUser, serial: string) => Promise<LightMyRequestResponse>][] = [
  ['an individual lookup', (user, tag) => user.lookup(tag, 'Dell')],
  [
    'an image lookup',
    (user, serialNumber) =>
      user.send('POST', '/api/ocr/warranty-lookup', { serialNumber, manufacturer: 'Dell' }),
  ],
  ['a pasted list', (user, tag) => list(user, [tag])],
  [
    'a preview',
    (user, tag) =>
      user.send('POST', '/api/warranty/csv-preview', {
        csvData: [{ Serial: tag, Maker: 'Dell' }],
        fieldMapping: { modelNumber: 'Serial', manufacturer: 'Maker' },
      }),
  ],
];

async function useUp(user: KeyUser): Promise<void> {
  for (let call = 0; call < perOwner; call += 1)
    expect((await user.lookup(newSerial(), 'Dell')).statusCode).toBe(200);
}

function expectDailyLimit(reply: LightMyRequestResponse): void {
  expect(reply.statusCode).toBe(429);
  expect(reply.json()).toEqual({ code: 'daily_limit_reached', error: sentence });
  const secondsToMidnight = 86_400 - ((Date.now() / 1000) % 86_400);
  expect(Math.abs(Number(reply.headers['retry-after']) - secondsToMidnight)).toBeLessThan(5);
  expect(reply.headers.ratelimit).toMatch(/^"vendor-calls";r=0;t=\d+$/);
}

describe.each(doors)('%s', (_, open) => {
  it('counts, and is refused when the daily limit is reached', async () => {
    const user = await scene.startUser();
    for (let left = perOwner - 1; left >= 0; left -= 1) {
      const reply = await open(user, newSerial());
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['ratelimit-policy']).toBe(`"vendor-calls";q=${perOwner};w=86400`);
      expect(reply.headers.ratelimit).toMatch(new RegExp(`^"vendor-calls";r=${left};t=\\d+$`));
    }
    expectDailyLimit(await open(user, newSerial()));
    expect(await dellCalls()).toBe(perOwner);
  });

  it('is free for cached answers', async () => {
    const user = await scene.startUser();
    const tag = newSerial();
    await user.lookup(tag, 'Dell');
    await useUp(await scene.startUser());
    for (let again = 0; again < perOwner + 1; again += 1) {
      const reply = await open(user, tag);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers.ratelimit).toBeUndefined();
    }
  });

  it('counts for all users of an address', async () => {
    await useUp(await scene.startUser());
    const other = await scene.startUser();
    for (let call = perOwner; call < perAddress; call += 1)
      expect((await open(other, newSerial())).statusCode).toBe(200);
    expectDailyLimit(await open(other, newSerial()));
    expectDailyLimit(await open(await scene.startUser(), newSerial()));
    expect(await dellCalls()).toBe(perAddress);
  });

  it('is free with own keys', async () => {
    const user = await scene.startUser();
    await user.saveKeys('Dell');
    for (let call = 0; call < perAddress + 1; call += 1) {
      const reply = await open(user, newSerial());
      expect(reply.statusCode).toBe(200);
      expect(reply.headers.ratelimit).toBeUndefined();
    }
    expect(await user.get('/api/warranty/vendor-calls')).toEqual({ daily: null });
  });
});

it('leaves one audit event, however many lookups are refused, and counts in the usage', async () => {
  const user = await scene.startUser();
  const usage = async () =>
    (await user.get('/api/usage')).items.find(({ id }: { id: string }) => id === 'vendor-calls');
  expect(await usage()).toMatchObject({ used: 0, limit: perOwner });
  await useUp(user);
  expect(await usage()).toMatchObject({ used: perOwner, limit: perOwner });
  const events = () =>
    query(
      `select outcome, actor_kind from audit_events join users on users.id = owner
        where username = $1 and action = 'budget.exhausted'`,
      [user.userId],
    );
  expect(await events()).toEqual([]);
  for (const [, open] of doors) expectDailyLimit(await open(user, newSerial()));
  await expect.poll(events).toEqual([{ outcome: 'refused', actor_kind: 'system' }]);
});

it('stops predictions with vendor dates at the limit, which the reply explains', async () => {
  const user = await scene.startUser();
  const predict = () =>
    user.send('POST', '/api/purchase-date/single', {
      assetDescription: `Dell Latitude 5420 serial ${newSerial()}`,
      useVendorDates: true,
    });
  for (let call = 0; call < perOwner; call += 1) expect((await predict()).statusCode).toBe(200);
  expect(await dellCalls()).toBe(perOwner);
  const reply = await predict();
  expect(reply.statusCode).toBe(200);
  expect(reply.json().vendorDates.sentence).toContain(sentence);
  expect(await dellCalls()).toBe(perOwner);
}, 30_000);

describe('a pasted list', () => {
  it('counts once per hundred serials', async () => {
    const user = await scene.startUser();
    await list(user, Array.from({ length: 150 }, newSerial));
    expect((await user.get('/api/warranty/vendor-calls')).daily).toMatchObject({
      limit: perOwner,
      remaining: perOwner - 2,
    });
    expect(await dellCalls()).toBe(2);
  });

  it('makes one call for the serials that are not cached, wherever they are in the list', async () => {
    const user = await scene.startUser();
    const cached = Array.from({ length: 290 }, newSerial);
    await list(user, cached);
    await query('truncate vendor_call_counts');
    await scene.simulator.reset();
    const mixed = cached.flatMap((tag, index) => (index % 29 === 0 ? [tag, newSerial()] : [tag]));
    expect((await list(user, mixed)).statusCode).toBe(200);
    expect(await dellCalls()).toBe(1);
  });

  it('keeps what it has when the limit is reached, and says why the rest is missing', async () => {
    const user = await scene.startUser();
    const cached = newSerial();
    await user.lookup(cached, 'Dell');
    const reply = await list(user, [cached, ...Array.from({ length: 350 }, newSerial)]);
    expect(reply.statusCode).toBe(200);
    const results = reply.json<RowResult[]>();
    expect(results.findIndex(({ error }) => error === sentence)).toBe(201);
    expect(results.filter(({ error }) => error === sentence)).toHaveLength(150);
    expect(await dellCalls()).toBe(perOwner);
  });
});

describe('a call', () => {
  it('is counted again if the vendor is called a second time for omitted serials', async () => {
    const user = await scene.startUser();
    const tag = newSerial();
    await scene.simulator.faults({ missingTags: [tag] });
    await user.lookup(tag, 'Dell');
    expect(await dellCalls()).toBe(2);
    await user.lookup(tag, 'Dell');
    expect(await dellCalls()).toBe(perOwner);
    expectDailyLimit(await user.lookup(newSerial(), 'Dell'));
  });

  it('is not counted if it was not sent', async () => {
    const user = await scene.startUser();
    await user.lookup(newSerial(), 'Dell');
    await query("update vendor_gates set blocked_until = now() + interval '1 minute'");
    expect((await user.lookup(newSerial(), 'Dell')).json()).toMatchObject({ code: 'vendor_busy' });
    const { daily } = await user.get('/api/warranty/vendor-calls');
    expect(daily?.remaining).toBe(perOwner - 1);
  });
});

it('shows what is left until the next day in UTC', async () => {
  const user = await scene.startUser();
  const read = async () => (await user.get('/api/warranty/vendor-calls')).daily;
  const midnight = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000).toISOString();
  expect(await read()).toEqual({ limit: perOwner, remaining: perOwner, resetsAt: midnight });
  await useUp(user);
  expect(await read()).toEqual({ limit: perOwner, remaining: 0, resetsAt: midnight });
  await query('update vendor_call_counts set day = day - 1');
  expect((await user.lookup(newSerial(), 'Dell')).statusCode).toBe(200);
  expect(await read()).toEqual({ limit: perOwner, remaining: perOwner - 1, resetsAt: midnight });
});

it('limits pasted lists and previews per minute, like individual lookups', async () => {
  const limited = await startKeyFixture({ LOOKUPS_PER_MINUTE: '2' });
  const user = await limited.startUser();
  expect((await list(user, [newSerial()])).statusCode).toBe(200);
  expect((await user.lookup(newSerial(), 'Dell')).statusCode).toBe(200);
  expect((await list(user, [newSerial()])).json()).toMatchObject({ code: 'too_many_requests' });
});
