import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Server, waitUntil } from '../../harness/processes.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import { jobLines } from '../installation.ts';
import {
  assertExtraCalls,
  assertRunComplete,
  type BulkFixture,
  beginRun,
  callsMade,
  killWorker,
  letHeartbeatsEnd,
  letRetriesStart,
  serialsInOrder,
  serialsPerCall,
  waitUntilDone,
  waitUntilStatus,
} from './bulk-fixture.ts';

/** Enqueues copies of finished jobs, as if they had been delivered twice, and waits until they are completed. */
async function deliverAgain({ observer }: BulkFixture, name: string, count: number): Promise<void> {
  const { rows } = await observer.query<{ id: string }>(
    `insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds,
                             keep_until, policy, heartbeat_seconds)
     select name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds,
            keep_until, policy, heartbeat_seconds
       from pgboss.job where name = $1 and state = 'completed' order by completed_on desc limit $2
     returning id`,
    [name, count],
  );
  assert(rows.length === count, `only ${rows.length} finished jobs of ${name}`);
  await waitUntilCompleted(observer, rows);
}

async function waitUntilCompleted(observer: BulkFixture['observer'], jobs: { id: string }[]): Promise<void> {
  const ids = jobs.map(({ id }) => id);
  await waitUntil('the jobs to be completed', async () => {
    const left = await observer.query(`select from pgboss.job where id = any($1) and state <> 'completed'`, [
      ids,
    ]);
    return left.rowCount === 0;
  });
}

export const bulkDuplicates: Fault = {
  number: 21,
  title: 'bulk run: finished chunks are delivered a second time',
  async run(context) {
    const scene = await beginRun(context, { latencyMs: 1000 });
    await waitUntilDone(scene, 0.2);
    await deliverAgain(scene, 'bulk.chunk', 5);
    await deliverAgain(scene, 'bulk.prepare', 1);
    await waitUntilStatus(scene, 'completed');
    const before = await assertRunComplete(scene);
    await deliverAgain(scene, 'bulk.chunk', 20);
    await deliverAgain(scene, 'bulk.prepare', 1);
    const after = await assertRunComplete(scene);
    assert(JSON.stringify(before) === JSON.stringify(after), 'a completed run has changed');
    const { extra, calledAgain } = await callsMade(scene);
    assert(extra === 0 && calledAgain.length === 0, `${extra} extra calls`);
    return '27 jobs delivered again, during and after the run: 0 extra calls, nothing changed';
  },
};

const concurrentSweeps = 4;

/** Enqueues sweeps as the schedule does every minute and waits until they are completed. */
async function sweep({ observer }: BulkFixture): Promise<void> {
  const { rows } = await observer.query<{ id: string }>(
    `insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds,
                             policy, heartbeat_seconds)
     select name, '{}', retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds,
            policy, heartbeat_seconds
       from pgboss.queue, generate_series(1, $1) where name = 'bulk.sweep'
     returning id`,
    [concurrentSweeps],
  );
  await waitUntilCompleted(observer, rows);
}

export const bulkSweeps: Fault = {
  number: 29,
  slow: true,
  title: 'bulk run: the sweep for lost jobs does not restart active lanes',
  async run(context) {
    const scene = await beginRun(context, { rows: 40_000 });
    let sweeps = 0;
    for (; scene.watch.last?.status !== 'completed'; sweeps += concurrentSweeps) await sweep(scene);
    await assertRunComplete(scene);
    await assertExtraCalls(scene);
    return `${sweeps} sweeps during a run of ${scene.fleet.rows} rows, 0 extra calls`;
  },
};

const poisoned = 3;
const maxCrashes = 5;
const latencyMs = 1500;

/** Kills the worker that holds the poisoned chunk, some time into the call. Returns null if the holder is not known yet. */
async function crashHolder(context: FaultContext, scene: BulkFixture): Promise<number | null> {
  const { rows } = await scene.observer.query<{ id: string }>(
    `select id from pgboss.job
      where name = 'bulk.chunk' and state = 'active' and (data->>'chunk')::int = $1`,
    [poisoned],
  );
  const isHeldBy = (worker: Server) => jobLines(worker).some(({ jobId }) => jobId === rows[0]?.id);
  const holder = scene.workers.findIndex(isHeldBy);
  const worker = scene.workers[holder];
  if (!worker) return null;
  await delay(randomInt(latencyMs / 2));
  const atRisk = await killWorker(context, scene, holder);
  const jobs = jobLines(worker).map(({ jobId }) => jobId);
  if (!context.full) await letHeartbeatsEnd(scene, jobs);
  return atRisk;
}

async function isOver({ observer }: BulkFixture): Promise<boolean> {
  const done = await observer.query('select from bulk_chunks where chunk = $1 and is_done', [poisoned]);
  return done.rowCount === 1;
}

export const bulkPoison: Fault = {
  number: 22,
  slow: true,
  isolation: 'quiet',
  title: 'bulk run: only the chunk that always kills its worker is given up',
  async run(context) {
    const scene = await beginRun(context, { latencyMs });
    const from = poisoned * serialsPerCall;
    const right = new Set(serialsInOrder(scene).slice(from, from + serialsPerCall));
    const [first = ''] = right;
    let crashes = 0;
    let atRisk = 0;
    for (const startedAt = Date.now(); !(await isOver(scene)); await delay(50)) {
      if (!context.full) await letRetriesStart(scene, poisoned);
      assert(Date.now() - startedAt < scene.timeoutMs, `the chunk was not given up after ${crashes} crashes`);
      const { callsByTag = {} } = await scene.simulator.counts();
      if ((callsByTag[first] ?? 0) <= crashes) continue;
      const inFlight = await crashHolder(context, scene);
      if (inFlight === null) continue;
      crashes += 1;
      atRisk += inFlight;
    }
    assert(crashes === maxCrashes, `the chunk was given up after ${crashes} crashes`);
    await waitUntilStatus(scene, 'completed');
    const run = await assertRunComplete(scene, (serial) => right.has(serial));
    const { fleet } = scene;
    let expected = 0;
    for (let index = 0; index < fleet.rows; index += 1) if (right.has(fleet.serial(index))) expected += 1;
    assert(run.counts.failed === expected, `${run.counts.failed} rows failed instead of ${expected}`);
    const extra = await assertExtraCalls(scene, atRisk);
    return `given up after ${crashes} crashes; only its ${expected} rows failed; ${extra} extra calls (${atRisk} in flight)`;
  },
};
