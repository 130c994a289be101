import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { vendorsById } from '@warranty/contracts/vendors';
import { afterEach, describe, expect, it } from 'vitest';
import { type BulkUser, startBulkFixture } from '../../../test/bulk.ts';
import { fastVendors } from '../../../test/keys.ts';

const scene = await startBulkFixture(fastVendors);
const { query } = scene;
afterEach(() => scene.simulator.reset());

/** Serials that the simulator knows. */
const serialOf: Record<string, (index: string) => string> = {
  Dell: (index) => `B00${index}`,
  Lenovo: (index) => `PF00${index}`,
  HP: (index) => `5CG000${index}`,
  Cisco: (index) => `FOC1728${index}`.slice(0, 11),
  Meraki: (index) => `Q2AB-${index}-WXYZ`,
  Apple: (index) => `C02XK0TA${index}`,
};

/** This many devices of each, from a range of its own, so that no answer is cached. */
let used = 0;
function fileOf(counts: Partial<Record<string, number>>): string {
  const from = used;
  used += Math.max(...Object.values(counts).map((count = 0) => count));
  const rows = Object.entries(counts).flatMap(([maker, count = 0]) =>
    Array.from({ length: count }, (_, at) => {
      const index = String(from + at).padStart(4, '0');
      return `${serialOf[maker]?.(index)},${maker}`;
    }),
  );
  return `Serial,Maker\n${rows.join('\n')}\n`;
}

async function vendorCalls() {
  const { calls, vendors } = await scene.simulator.counts('short');
  const others = Object.entries(vendors).map(([id, { calls: made }]) => [id, made] as const);
  return { dell: calls.assetEntitlements, ...Object.fromEntries(others) } as Record<string, number>;
}

const retry = (user: BulkUser, id: string, body?: object) =>
  user.send('POST', `/api/bulk-runs/${id}/retry`, body);

const everyone = ['Dell', 'Lenovo', 'HP', 'Cisco', 'Meraki', 'Apple'] as const;

it('a run with keys for six vendors leaves no row out, with as few calls as the vendors allow', async () => {
  const user = await scene.startBulkUser();
  await user.saveKeys(...everyone);
  const counts = { Dell: 150, Lenovo: 60, HP: 25, Cisco: 80, Meraki: 60, Apple: 12 };
  const run = await user.run(fileOf(counts), { vendors: everyone });
  expect(run).toMatchObject({
    status: 'completed',
    counts: { 'not-processed': 0, failed: 0, skipped: 0, pending: 0 },
    unprocessed: [],
  });
  const full = (id: keyof typeof vendorsById, rows: number) =>
    Math.ceil(rows / vendorsById[id].serialsPerCall);
  const made = await vendorCalls();
  expect(made).toMatchObject({
    dell: full('dell', 150),
    lenovo: full('lenovo', 60),
    hp: full('hp', 25),
    apple: full('apple', 12),
  });
  // Twenty devices on a page of the simulator: four pages for the first call, and one for the second.
  expect(made.cisco).toBe(4 + 1);
  // Its organizations, then the devices and their licenses of each chunk.
  expect(made.meraki).toBeLessThanOrEqual(1 + 2 * 3);
});

describe('a run that left a vendor out', () => {
  const withoutHp = async (counts: Partial<Record<string, number>>) => {
    const user = await scene.startBulkUser();
    await user.saveKeys('Lenovo');
    const run = await user.run(fileOf(counts), { vendors: ['Dell', 'Lenovo'] });
    return { user, run };
  };

  it('says how many rows, and continues with them alone once there are keys', async () => {
    const { user, run } = await withoutHp({ Dell: 120, Lenovo: 60, HP: 25 });
    expect(run).toMatchObject({
      counts: { 'not-processed': 25 },
      unprocessed: [{ vendor: 'HP', rows: 25 }],
      manufacturerStats: { nonDellFiltered: 25 },
    });
    const refused = await retry(user, run.id, { vendors: ['Dell', 'Lenovo', 'HP'] });
    expect([refused.statusCode, refused.json().code]).toEqual([424, 'vendor_keys_missing']);
    expect((await user.over(run.id)).status).toBe('completed');

    await user.saveKeys('HP');
    await scene.simulator.reset();
    const before = await user.file(run.id);
    expect((await retry(user, run.id, { vendors: ['Dell', 'Lenovo', 'HP'] })).statusCode).toBe(200);
    expect(await user.over(run.id)).toMatchObject({
      id: run.id,
      status: 'completed',
      totalRows: 205,
      vendors: ['Dell', 'Lenovo', 'HP'],
      counts: { 'not-processed': 0, failed: 0, pending: 0 },
      unprocessed: [],
      manufacturerStats: { nonDellFiltered: 0, provided: 205 },
    });
    expect(await vendorCalls()).toMatchObject({ dell: 0, lenovo: 0, hp: 3 });
    const lines = (text: string) => text.trimEnd().split('\r\n');
    const [old, now] = [lines(before), lines(await user.file(run.id))];
    expect(now.slice(0, 181)).toEqual(old.slice(0, 181));
    expect(now.slice(181).join('\n')).not.toContain('Not looked up');
  });

  it('is continued once, however often the user clicks', async () => {
    const { user, run } = await withoutHp({ Dell: 5, HP: 25 });
    await user.saveKeys('HP');
    await scene.simulator.reset();
    const body = { vendors: ['Dell', 'HP'] };
    const replies = await Promise.all([1, 2, 3].map(() => retry(user, run.id, body)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await user.over(run.id)).toMatchObject({ counts: { 'not-processed': 0, pending: 0, failed: 0 } });
    expect(await vendorCalls()).toMatchObject({ dell: 0, hp: 3 });
    const chunks = await query<{ vendor: string; rows: number }>(
      `select vendor, sum(rows)::int as rows from bulk_chunks
        where run = (select key from bulk_runs where id = '${run.id}') group by vendor order by vendor`,
    );
    expect(chunks).toEqual([
      { vendor: 'Dell', rows: 5 },
      { vendor: 'HP', rows: 25 },
    ]);
  });

  it('counts as an active run again', async () => {
    const { user, run } = await withoutHp({ HP: 3 });
    await user.saveKeys('HP');
    for (let count = 0; count < 3; count += 1) await user.create();
    const refused = await retry(user, run.id, { vendors: ['HP'] });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many_runs']);
    expect(await user.over(run.id)).toMatchObject({ status: 'completed', vendors: ['Dell', 'Lenovo'] });
  });

  it('leaves rows that no key can answer, with the reason', async () => {
    const user = await scene.startBulkUser();
    const csv = 'Serial,Maker\n5CG0009999,HP\nEliteBook 840 G8,HP\nNXABC12345,Acer\n';
    const run = await user.run(csv);
    expect(run).toMatchObject({ counts: { 'not-processed': 3 }, unprocessed: [{ vendor: 'HP', rows: 1 }] });
    await user.saveKeys('HP');
    await retry(user, run.id, { vendors: ['Dell', 'HP'] });
    expect(await user.over(run.id)).toMatchObject({ counts: { 'not-processed': 2 }, unprocessed: [] });
    const { rows } = await user.results(run.id);
    expect(rows.map(({ error }) => error).slice(1)).toEqual([
      "HP needs a service tag or serial number to look up a warranty. 'EliteBook 840 G8' is a model name.",
      'Not looked up: there is no lookup for Acer devices.',
    ]);
  });

  it('looks up only the outcomes and vendors that are asked for', async () => {
    const { user, run } = await withoutHp({ HP: 3 });
    await user.saveKeys('HP');
    await retry(user, run.id, { vendors: ['HP'], outcomes: ['failed'] });
    const same = { vendors: ['Dell', 'Lenovo'], counts: { 'not-processed': 3 } };
    expect(await user.over(run.id)).toMatchObject(same);
    await retry(user, run.id, { outcomes: ['not-processed'] });
    expect(await user.over(run.id)).toMatchObject(same);
    expect((await retry(user, run.id, { outcomes: ['skipped'] })).statusCode).toBe(400);
    expect((await retry(user, run.id, { vendors: [] })).statusCode).toBe(400);
    expect((await vendorCalls()).hp).toBe(0);
  });

  it('keeps its results if the keys are deleted before it continues', async () => {
    const { user, run } = await withoutHp({ Dell: 4, HP: 3 });
    // As if the keys had been there when the user clicked.
    await query(
      `update bulk_runs set options = options::jsonb || '{"vendors":["Dell","HP"]}' where id = '${run.id}'`,
    );
    expect((await retry(user, run.id)).statusCode).toBe(200);
    expect(await user.over(run.id)).toMatchObject({
      status: 'completed',
      counts: { 'not-processed': 3, pending: 0 },
      unprocessed: [{ vendor: 'HP', rows: 3 }],
    });
  });
});

it('a run that was canceled before its rows were divided into chunks is continued with all of them', async () => {
  const user = await scene.startBulkUser();
  const run = await user.run(fileOf({ Dell: 120 }));
  const key = `(select key from bulk_runs where id = '${run.id}')`;
  await query(`delete from bulk_chunks where run = ${key}`);
  await query(`delete from bulk_serials where run = ${key}`);
  await query(`update bulk_runs set status = 'cancelled', started_at = null where id = '${run.id}'`);
  await retry(user, run.id);
  expect(await user.over(run.id)).toMatchObject<Partial<BulkRun>>({
    status: 'completed',
    counts: run.counts,
  });
});
