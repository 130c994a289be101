import { beforeEach, expect, it } from 'vitest';
import { atEnd } from '../../../../test/at-end.ts';
import { dellFile, startBulkFixture } from '../../../../test/bulk.ts';
import { cloneDatabase, connectTo, openDatabase } from '../../../../test/database.ts';
import { reachedDatabase, silent } from '../../../../test/fixtures.ts';
import { handleJob } from '../../../platform/jobs/job.ts';
import { createJobs } from '../../../platform/jobs/jobs.ts';
import { createMetrics } from '../../../platform/metrics.ts';
import { toOwnerId } from '../../../platform/ownership/owner-id.ts';
import { prepareRun } from './bulk-lookup.jobs.ts';
import { createPreparationQueue } from './preparation-queue.ts';

/** A process that queues files and prepares none. */
const database = await cloneDatabase();
const pool = openDatabase(database.url, 2);
const options = { ...reachedDatabase(database.url), db: pool.db, worker: false, stopTimeoutSeconds: 5 };
const jobs = createJobs({ ...options, log: silent, metrics: createMetrics() });
const queue = createPreparationQueue(jobs.queue(prepareRun));
await jobs.start([handleJob(prepareRun, async () => undefined)]);
atEnd(jobs.stop);
beforeEach(async () => {
  await database.query('delete from pgboss.job');
});

async function add(key: string, { client = key, rows = 100 } = {}): Promise<void> {
  const run = { key, owner: toOwnerId(`owner of ${key}`), clientKey: client };
  await pool.db.transaction().execute((tx) => queue.add(tx, run, rows));
}

/** The files in the order in which they will be prepared. */
async function order(): Promise<string[]> {
  const rows = await database.query<{ run: string }>(
    "select data->>'run' as run from pgboss.job order by priority desc, created_on",
  );
  return rows.map(({ run }) => run);
}

it('prepares one file of each address in turn', async () => {
  for (const key of ['a1', 'a2', 'a3', 'a4']) await add(key, { client: 'a' });
  for (const key of ['b1', 'b2']) await add(key, { client: 'b' });
  const queued = await order();
  expect(queued.indexOf('b1')).toBeLessThanOrEqual(1);
  expect(queued.indexOf('b2')).toBeLessThanOrEqual(4);
});

it('prepares small files first, but lets a large one wait for a limited number of them', async () => {
  for (let at = 0; at < 30; at += 1) await add(`small ${at}`, { client: 'the same' });
  await add('large', { rows: 50_000 });
  const queued = await order();
  expect(queued.indexOf('large')).toBeGreaterThan(5);
  expect(queued.indexOf('large')).toBeLessThan(20);
});

it('forgets what an address had once nothing is queued', async () => {
  for (let at = 0; at < 10; at += 1) await add(`earlier ${at}`, { client: 'busy' });
  await database.query('delete from pgboss.job');
  await add('other 1', { client: 'other' });
  await add('busy 1', { client: 'busy' });
  await add('other 2', { client: 'other' });
  expect((await order()).indexOf('busy 1')).toBeLessThanOrEqual(1);
});

it('prepares a small file while large ones cannot go on', { timeout: 60_000 }, async () => {
  const scene = await startBulkFixture();
  const blocker = await connectTo(scene.server.database.url);
  const user = await scene.startBulkUser();
  const large = [await user.create(), await user.create()];
  const stop = 'select pg_advisory_lock(hashtextextended($1 || key, 0)) from bulk_runs where id = $2';
  for (const { id } of large) await blocker.query(stop, ['bulk lanes ', id]);
  for (const { id } of large) expect((await user.upload(id, dellFile(20_000))).statusCode).toBe(202);
  const small = await user.create();
  await user.upload(small.id, dellFile(50, 50_000));
  await expect
    .poll(async () => (await user.progress(small.id)).status, { timeout: 15_000 })
    .toBe('completed');
  await blocker.query('select pg_advisory_unlock_all()');
  for (const { id } of large)
    await expect.poll(async () => (await user.progress(id)).current, { timeout: 30_000 }).toBeGreaterThan(0);
  for (const { id } of large) await user.send('POST', `/api/bulk-runs/${id}/cancel`);
});
