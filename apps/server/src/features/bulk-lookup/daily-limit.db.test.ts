import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BulkUser, dellFile, dellSerial, mapping, startBulkFixture } from '../../../test/bulk.ts';
import { enqueueJob, untilBulkJobsEnd } from '../../../test/jobs.ts';
import { avoidMidnight } from '../../../test/midnight.ts';
import { waitUntil } from '../../../test/wait-until.ts';

const perDay = 3;
const scene = await startBulkFixture({ VENDOR_CALLS_PER_DAY: String(perDay), LOOKUPS_PER_MINUTE: '1' });
const { query, dellCalls } = scene;
beforeEach(() => avoidMidnight(30));
afterEach(async () => {
  await query("update bulk_runs set status = 'cancelled', continues_at = null");
  // A call that is about to be refused would be admitted with the counts of the next test.
  await untilIdle();
  await scene.simulator.reset();
  await query('truncate vendor_gates, vendor_call_counts, warranty_records, rate_limits');
});

const sweep = () => enqueueJob(scene.server.deps, 'bulk.sweep');

const untilIdle = () => untilBulkJobsEnd(scene.server.database);

/** Waits until the run waits for the next day, and the calls that it had started have ended. */
async function untilWaiting(user: BulkUser, id: string, pending: number): Promise<BulkRun> {
  await waitUntil('the run to wait', async () => {
    const run = await user.read(id);
    return run.continuesAt !== null && run.counts.pending === pending;
  });
  // A job that is still active would succeed after midnight.
  await untilIdle();
  return user.read(id);
}

/** A run of this many rows, once it has used the calls of the day. */
async function startWaitingRun(user: BulkUser, rows = 500): Promise<BulkRun> {
  const { id } = await user.create();
  await user.upload(id, dellFile(rows));
  return untilWaiting(user, id, rows - perDay * 100);
}

/** The next day begins for the limits and for the runs. */
async function passMidnight(): Promise<void> {
  await query('update vendor_call_counts set day = day - 1');
  await query("update bulk_runs set continues_at = continues_at - interval '1 day'");
}

describe('a run that reaches the daily limit', () => {
  it('waits, says until when, and makes no further calls', async () => {
    const user = await scene.startBulkUser();
    const run = await startWaitingRun(user);
    const midnight = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000).toISOString();
    expect(run).toMatchObject({
      status: 'processing',
      message: 'Continues at 00:00 UTC',
      continuesAt: midnight,
      counts: { pending: 200, failed: 0 },
    });
    expect(await user.progress(run.id)).toMatchObject({
      ...{ status: 'processing', message: 'Continues at 00:00 UTC', continuesAt: midnight },
      ...{ current: 300, total: 500, rowsPerSecond: null, secondsLeft: null },
    });
    expect((await user.get('/api/bulk-runs')).runs[0]).toMatchObject({ continuesAt: midnight });
    await sweep();
    await untilIdle();
    expect(await dellCalls()).toBe(perDay);
    expect((await user.read(run.id)).continuesAt).toBe(midnight);
  });

  it('continues by itself on the next day, over several days', async () => {
    const user = await scene.startBulkUser();
    const { id } = await startWaitingRun(user, 900);
    await passMidnight();
    await sweep();
    await untilWaiting(user, id, 300);
    expect(await dellCalls()).toBe(2 * perDay);
    await passMidnight();
    await sweep();
    expect(await user.over(id)).toMatchObject({
      status: 'completed',
      continuesAt: null,
      counts: { pending: 0, failed: 0 },
    });
    expect(await dellCalls()).toBe(3 * perDay);
  });

  it('can be canceled, and stays canceled on the next day', async () => {
    const user = await scene.startBulkUser();
    const { id } = await startWaitingRun(user);
    const canceled = (await user.send('POST', `/api/bulk-runs/${id}/cancel`)).json<BulkRun>();
    expect(canceled).toMatchObject({ status: 'cancelled', continuesAt: null, counts: { pending: 200 } });
    await passMidnight();
    await sweep();
    await waitUntil('the sweep to end', async () => {
      const jobs = await query("select from pgboss.job where name = 'bulk.sweep' and state <> 'completed'");
      return jobs.length === 0;
    });
    expect(await user.read(id)).toMatchObject({ status: 'cancelled', counts: { pending: 200 } });
    expect(await dellCalls()).toBe(perDay);
  });

  it('continues at once with own keys when it is resumed', async () => {
    const user = await scene.startBulkUser();
    const { id } = await startWaitingRun(user);
    await user.saveKeys('Dell');
    expect((await user.send('POST', `/api/bulk-runs/${id}/resume`)).statusCode).toBe(200);
    expect(await user.over(id)).toMatchObject({ status: 'completed', counts: { pending: 0, failed: 0 } });
  });

  it('waits again if it is resumed without own keys', async () => {
    const user = await scene.startBulkUser();
    const { id } = await startWaitingRun(user);
    // The worker may have paused it again before the reply is made.
    const startedAt = async () =>
      (await query<{ at: Date }>('select processing_since as at from bulk_runs where id = $1', [id]))[0]?.at;
    const before = await startedAt();
    expect((await user.send('POST', `/api/bulk-runs/${id}/resume`)).statusCode).toBe(200);
    expect(Number(await startedAt())).toBeGreaterThan(Number(before));
    await untilWaiting(user, id, 200);
    expect(await dellCalls()).toBe(perDay);
  });

  it('uses cached answers first', async () => {
    const user = await scene.startBulkUser();
    await user.run(dellFile(300));
    const { id } = await user.create();
    await user.upload(id, dellFile(400));
    await untilWaiting(user, id, 100);
    expect(await dellCalls()).toBe(perDay);
  });
});

it('is not limited per minute', async () => {
  const user = await scene.startBulkUser();
  expect(await user.run(dellFile(250))).toMatchObject({
    status: 'completed',
    counts: { pending: 0, failed: 0 },
  });
  expect(await dellCalls()).toBe(3);
});

it('counts for the client that the run was created from', async () => {
  const user = await scene.startBulkUser();
  await user.run(dellFile(150));
  const [run] = await query<{ clientKey: string }>(
    'select client_key as "clientKey" from bulk_runs order by key desc limit 1',
  );
  expect(run?.clientKey).toBe('127.0.0.1');
  expect(await query("select calls from vendor_call_counts where key = 'client:127.0.0.1'")).toEqual([
    { calls: 2 },
  ]);
});

it('rows sent as JSON become a run that waits, and the reply does not wait for it', async () => {
  const user = await scene.startBulkUser();
  const csvData = Array.from({ length: 350 }, (_, index) => ({ Serial: dellSerial(index), Maker: 'Dell' }));
  const startedAt = Date.now();
  const reply = await user.send('POST', '/api/warranty/csv-enhanced', { csvData, fieldMapping: mapping });
  expect(reply.statusCode).toBe(202);
  expect(Date.now() - startedAt).toBeLessThan(20_000);
  const { progressId } = reply.json<{ progressId: string }>();
  expect((await user.progress(progressId)).message).toBe('Continues at 00:00 UTC');
});
