import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, openDatabase } from '../../../test/database.ts';
import { avoidMidnight } from '../../../test/midnight.ts';
import { installationOwner, type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';
import { type Charge, createCallCountsStore } from './call-counts.store.ts';
import { createGatesStore } from './gates.store.ts';

const gate = {
  credential: `${installationOwner}:dell`,
  owner: installationOwner,
  pace: { callsPerSecond: 100_000, per: 'lookup', callsPerDay: null },
} as const;

const clone = await cloneDatabase();
const processes = ['one', 'two'].map((applicationName) => {
  const database = openDatabase(clone.url, 8, applicationName);
  const counts = createCallCountsStore(database.db);
  const rules = { failuresToOpen: 1, openSeconds: 3600, probeSeconds: 30 };
  return { database, counts, gates: createGatesStore(database.db, rules, counts) };
});
const first = processes[0] as (typeof processes)[number];
beforeEach(async () => {
  await avoidMidnight(30);
  await clone.query('truncate vendor_gates, vendor_call_counts');
});

async function createOwner(): Promise<OwnerId> {
  const [row] = await clone.query<{ id: string }>(
    "insert into users (username, password) values ($1, '-') returning id",
    [`demo-user-${randomUUID().slice(0, 9)}`],
  );
  return toOwnerId(row?.id ?? '');
}

const chargeFor = (owner: OwnerId, perOwner: number, perClient: number, client = '192.0.2.1'): Charge => ({
  owner,
  keys: [`client:${client}`, `owner:${owner}`],
  maxCalls: [perClient, perOwner],
});

/** Takes calls in parallel from two processes and returns how many were admitted. */
async function takeInParallel(charges: readonly Charge[]): Promise<number> {
  const admissions = await Promise.all(
    charges.map((charge, index) => processes[index % 2]?.gates.admit(gate, 'interactive', charge)),
  );
  for (const admission of admissions)
    if (admission && !admission.admitted) expect(admission.reason).toBe('used-up');
  return admissions.filter((admission) => admission?.admitted).length;
}

const callsByKey = async () =>
  Object.fromEntries(
    (await clone.query<{ key: string; calls: number }>('select key, calls from vendor_call_counts')).map(
      ({ key, calls }) => [key, calls],
    ),
  );

describe('50 parallel takers of the last call', () => {
  it.each([
    ['an owner', 5, 1000],
    ['an address', 1000, 5],
  ])('of %s: one gets it', async (_, perOwner, perAddress) => {
    const charge = chargeFor(await createOwner(), perOwner, perAddress);
    for (let call = 1; call < 5; call += 1) await takeInParallel([charge]);
    expect(await takeInParallel(Array(50).fill(charge))).toBe(1);
    expect(Object.values(await callsByKey())).toEqual([5, 5]);
  });

  it('of an address with 50 owners: one gets it, and no other owner is charged', async () => {
    const owners = await Promise.all(Array.from({ length: 50 }, createOwner));
    expect(await takeInParallel(owners.map((owner) => chargeFor(owner, 10, 1)))).toBe(1);
    const { 'client:192.0.2.1': address, ...byOwner } = await callsByKey();
    expect(address).toBe(1);
    expect(Object.values(byOwner).filter((calls) => calls > 0)).toEqual([1]);
  });
});

it('admits exactly what the tighter limit allows, and charges exactly that', {
  timeout: 60_000,
}, async () => {
  const owner = await createOwner();
  const small = fc.integer({ min: 1, max: 12 });
  await fc.assert(
    fc.asyncProperty(small, small, fc.integer({ min: 1, max: 24 }), async (perOwner, perClient, takers) => {
      const keys = [`client:${randomUUID()}`, `owner:${owner}`];
      await first.database.pool.query('delete from vendor_call_counts');
      const charge = { owner, keys, maxCalls: [perClient, perOwner] };
      const expected = Math.min(perOwner, perClient, takers);
      expect(await takeInParallel(Array(takers).fill(charge))).toBe(expected);
      expect(Object.values((await first.counts.read(charge)).counts)).toEqual([expected, expected]);
    }),
    { numRuns: 20 },
  );
});

it('does not charge a call that the gate refuses', async () => {
  const charge = chargeFor(await createOwner(), 10, 10);
  await takeInParallel([charge]);
  await first.gates.blocked(`${installationOwner}:dell`, 60);
  expect(await first.gates.admit(gate, 'interactive', charge)).toMatchObject({ reason: 'busy' });
  await clone.query('update vendor_gates set blocked_until = null');
  await first.gates.failed(`${installationOwner}:dell`);
  expect(await first.gates.admit(gate, 'interactive', charge)).toMatchObject({ reason: 'open' });
  expect(Object.values(await callsByKey())).toEqual([1, 1]);
});

it('takes no slot of the gate for a call that is over the limit', async () => {
  const charge = chargeFor(await createOwner(), 1, 10);
  await takeInParallel([charge]);
  const read = () => clone.query('select next_at from vendor_gates');
  const before = await read();
  expect(await takeInParallel([charge])).toBe(0);
  expect(await read()).toEqual(before);
});

describe('several calls in one statement', () => {
  const slow = { ...gate, pace: { ...gate.pace, callsPerSecond: 10 } };
  const admitAll = async (takers: number, perOwner: number, of = slow) => {
    const charge = chargeFor(await createOwner(), perOwner, 1000);
    await first.gates.admit({ ...of, pace: gate.pace }, 'interactive', charge);
    return Promise.all(Array.from({ length: takers }, () => first.gates.admit(of, 'interactive', charge)));
  };

  it('start one after the other, at the rate of the vendor', async () => {
    const waits = (await admitAll(6, 100)).map((one) => (one.admitted ? one.waitSeconds : Number.NaN));
    for (const [index, wait] of waits.entries()) expect(Math.abs(wait - index * 0.1)).toBeLessThan(0.09);
  });

  it('are admitted up to the maximum wait, and only these are charged', async () => {
    const admissions = await admitAll(70, 100);
    const admitted = admissions.filter((one) => one.admitted).length;
    expect(admitted).toBeGreaterThan(48);
    expect(admitted).toBeLessThan(58);
    expect(admissions.find((one) => !one.admitted)).toMatchObject({ reason: 'pace' });
    expect(Object.values(await callsByKey())).toEqual([admitted + 1, admitted + 1]);
  });

  it('each learn what was left after it', async () => {
    const left = (await admitAll(4, 10)).map(
      (one) => one.admitted && Object.values(one.charged?.counts ?? {}),
    );
    expect(left).toEqual([2, 3, 4, 5].map((count) => [count, count]));
  });

  it('probe an open circuit with one call', async () => {
    const charge = chargeFor(await createOwner(), 100, 100);
    await takeInParallel([charge]);
    await first.gates.failed(`${installationOwner}:dell`);
    await clone.query("update vendor_gates set open_until = now() - interval '1 second'");
    const admissions = await Promise.all(
      Array.from({ length: 10 }, () => first.gates.admit(gate, 'interactive', charge)),
    );
    expect(admissions.filter((one) => one.admitted)).toHaveLength(1);
    expect(Object.values(await callsByKey())).toEqual([2, 2]);
  });
});

it('charges an owner alone if there is no address', async () => {
  const owner = await createOwner();
  const charge = { owner, keys: [`owner:${owner}`], maxCalls: [2] };
  expect(await takeInParallel(Array(10).fill(charge))).toBe(2);
  expect(await callsByKey()).toEqual({ [`owner:${owner}`]: 2 });
});

it('undoes a charge, and frees the call for another taker', async () => {
  const charge = chargeFor(await createOwner(), 1, 1);
  const admission = await first.gates.admit(gate, 'interactive', charge);
  if (!admission.admitted || !admission.charged) throw new Error('the first call was refused');
  expect(await takeInParallel([charge])).toBe(0);
  await first.counts.refund(charge, admission.charged.day);
  expect(Object.values(await callsByKey())).toEqual([0, 0]);
  expect(await takeInParallel([charge, charge])).toBe(1);
});

it('charges single calls without the gate', async () => {
  const charge = chargeFor(await createOwner(), 3, 3);
  await takeInParallel([charge]);
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, index) => processes[index % 2]?.counts.take(charge)),
  );
  expect(taken.filter((counts) => counts !== null)).toHaveLength(2);
});

it('starts again on the next day, and deletes the days before', async () => {
  const charge = chargeFor(await createOwner(), 1, 1);
  expect(await takeInParallel([charge, charge])).toBe(1);
  await clone.query('update vendor_call_counts set day = day - 1');
  expect(await takeInParallel([charge, charge])).toBe(1);
  await first.counts.sweep();
  expect(await clone.query('select distinct day from vendor_call_counts')).toHaveLength(1);
  expect(await takeInParallel([charge])).toBe(0);
});

it('counts in a table that survives a crash of the database, and deletes the counts of a deleted user', async () => {
  const owner = await createOwner();
  await takeInParallel([chargeFor(owner, 9, 9)]);
  const [table] = await clone.query<{ relpersistence: string }>(
    "select relpersistence::text from pg_class where relname = 'vendor_call_counts'",
  );
  expect(table?.relpersistence).toBe('p');
  await clone.query('delete from users where id = $1', [owner]);
  expect(Object.keys(await callsByKey())).toEqual(['client:192.0.2.1']);
});
