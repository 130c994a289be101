import { CompiledQuery, sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { atEnd } from '../../../test/at-end.ts';
import { cloneDatabase } from '../../../test/database.ts';
import { reachedDatabase, silent } from '../../../test/fixtures.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import { createDatabase, type Tx } from '../db/database.ts';
import { createMetrics } from '../metrics.ts';
import { defineJob, handleJob, type JobAttempt } from './job.ts';
import { assertOneHandlerEach, createJobs } from './jobs.ts';

const writeJob = defineJob('test.write', z.object({ id: z.int() }));
const otherJob = defineJob('test.other', z.object({}));

type Instance = Awaited<ReturnType<typeof startInstance>>;

/** The equivalent of one process: a pool, a queue and metrics. */
async function startInstance(worker: boolean) {
  const { url } = database;
  const product = createDatabase({ url, poolSize: 4, applicationName: 'test', log: silent });
  const metrics = createMetrics();
  const options = { ...reachedDatabase(url), db: product.db, worker, stopTimeoutSeconds: 5 };
  const jobs = createJobs({ ...options, log: silent, metrics });
  const writes = jobs.queue(writeJob);
  jobs.queue(otherJob);
  await jobs.start([
    handleJob(
      writeJob,
      ({ id }, attempt) => behaviors.get(id)?.(attempt) ?? attempt.finish((tx) => insert(tx, id)),
    ),
    handleJob(otherJob, async () => undefined),
  ]);
  async function close(): Promise<void> {
    await jobs.stop();
    await product.close();
  }
  return { db: product.db, jobs, writes, metrics, close };
}

/** What the worker does with the job of that number. By default it writes a row. */
const behaviors = new Map<number, (attempt: JobAttempt) => Promise<void>>();

const insert = (tx: Tx, id: number) =>
  tx.executeQuery(CompiledQuery.raw('insert into results (id) values ($1)', [id])).then(() => undefined);

const database = await cloneDatabase();
await database.query('create table results (id int)');
const [api, worker] = [await startInstance(false), await startInstance(true)];
await worker.jobs.work();
for (const { close } of [worker, api]) atEnd(close);
afterEach(async () => {
  behaviors.clear();
  await database.query('delete from pgboss.job');
});

interface JobRow {
  id: string;
  state: string;
  retry_count: number;
  xmin: string;
}

async function jobOf(id: number): Promise<JobRow | undefined> {
  const rows = await database.query<JobRow>(
    "select id, state, retry_count, xmin::text from pgboss.job where name = 'test.write' and data ->> 'id' = $1",
    [String(id)],
  );
  return rows[0];
}
const jobIn = (id: number, ...states: string[]) =>
  waitUntil(`job ${id} is ${states.join(' or ')}`, async () => {
    const job = await jobOf(id);
    return job !== undefined && states.includes(job.state) && job;
  });
const resultsOf = (id: number) =>
  database.query<{ xmin: string }>('select xmin::text from results where id = $1', [id]);

async function fenced({ metrics }: Instance): Promise<number> {
  return (await metrics.jobsFenced.get()).values[0]?.value ?? 0;
}

describe('enqueue', () => {
  it('leaves no job when the transaction is rolled back', async () => {
    const transaction = api.db.transaction().execute(async (tx) => {
      await api.writes.enqueue({ id: 1 }, { tx });
      throw new Error('changed my mind');
    });
    await expect(transaction).rejects.toThrow('changed my mind');
    expect(await database.query('select from pgboss.job')).toEqual([]);
    // A leftover job would have run before this later one completes.
    await api.writes.enqueue({ id: 2 });
    await jobIn(2, 'completed');
    expect(await resultsOf(1)).toEqual([]);
  });

  it('makes the job visible only after the transaction has committed', async () => {
    await api.db.transaction().execute(async (tx) => {
      await api.writes.enqueue({ id: 3 }, { tx });
      expect(await jobOf(3)).toBeUndefined();
    });
    await jobIn(3, 'completed');
    expect(await resultsOf(3)).toHaveLength(1);
  });

  it('delays the job until its start time', async () => {
    await api.writes.enqueue({ id: 4 }, { startAfterSeconds: 3600 });
    const [row] = await database.query(
      "select extract(epoch from start_after - created_on)::int as wait, state from pgboss.job where name = 'test.write'",
    );
    expect(row).toEqual({ wait: 3600, state: 'created' });
  });

  it.each([{}, { id: 'x' }, { id: 1.5 }, null])('rejects the payload %j', async (payload) => {
    await expect(api.writes.enqueue(payload as never)).rejects.toThrow(
      'the payload of job test.write does not fit its contract',
    );
    expect(await database.query('select from pgboss.job')).toEqual([]);
  });

  it('stores only what the contract names', async () => {
    const payload = { id: 5, password: 'canary' };
    await api.writes.enqueue(payload, { startAfterSeconds: 3600 });
    expect(await database.query('select data from pgboss.job')).toEqual([{ data: { id: 5 } }]);
  });
});

describe('a job', () => {
  it('writes its results and completes in one transaction', async () => {
    await api.writes.enqueue({ id: 10 });
    const job = await jobIn(10, 'completed');
    expect(await resultsOf(10)).toEqual([{ xmin: job.xmin }]);
  });

  it('writes nothing if the write fails halfway, and is retried', async () => {
    const attempts: number[] = [];
    behaviors.set(11, async ({ attempt, finish }) => {
      attempts.push(attempt);
      await finish(async (tx) => {
        await insert(tx, 11);
        if (attempt === 0) throw new Error('disk full');
      });
    });
    await api.writes.enqueue({ id: 11 });
    await jobIn(11, 'completed');
    expect(attempts).toEqual([0, 1]);
    expect(await resultsOf(11)).toHaveLength(1);
  });

  it('that fails is retried, and the retry is counted', async () => {
    const attempts: number[] = [];
    behaviors.set(12, async ({ attempt }) => {
      attempts.push(attempt);
      if (attempt === 0) throw new Error('the vendor does not answer');
    });
    const recovered = async () => (await worker.metrics.jobsRecovered.get()).values[0]?.value ?? 0;
    const before = await recovered();
    await api.writes.enqueue({ id: 12 });
    await jobIn(12, 'completed');
    expect(attempts).toEqual([0, 1]);
    expect(await recovered()).toBe(before + 1);
  });

  it('that fails does not affect other jobs of its batch', async () => {
    behaviors.set(21, async () => {
      throw new Error('not this one');
    });
    await api.db.transaction().execute(async (tx) => {
      for (const id of [20, 21, 22]) await api.writes.enqueue({ id }, { tx });
    });
    await jobIn(20, 'completed');
    await jobIn(22, 'completed');
    await jobIn(21, 'retry', 'failed');
    expect(await resultsOf(21)).toEqual([]);
  });

  it('with the payload of an older version fails without running', async () => {
    let ran = false;
    behaviors.set(30, async () => {
      ran = true;
    });
    await api.writes.enqueue({ id: 30 }, { startAfterSeconds: 3600 });
    await database.query(
      `update pgboss.job set data = '{"id": "30"}', start_after = now() where name = 'test.write'`,
    );
    await jobIn(30, 'retry', 'failed');
    expect(ran).toBe(false);
  });
});

/** What the supervisor does with the job of an unresponsive worker, as seen by that worker. */
const replace = (jobId: string) =>
  database.query('update pgboss.job set retry_count = retry_count + 1 where id = $1', [jobId]);

describe('attempts that finish together', () => {
  /** Finishes both in one transaction as soon as both have started. */
  async function endAll(ids: [number, number], before: (attempts: JobAttempt[]) => Promise<unknown>) {
    const attempts: JobAttempt[] = [];
    const aborted = Promise.withResolvers<void>();
    for (const id of ids)
      behaviors.set(id, async (attempt) => {
        if (attempts.push(attempt) < 2) return aborted.promise;
        await before(attempts);
        const finished = worker.jobs.finishAll(attempts, async (tx) => {
          for (const each of ids) await insert(tx, each);
        });
        await finished.then(aborted.resolve, aborted.reject);
        return aborted.promise;
      });
    await api.db.transaction().execute((tx) =>
      api.writes.enqueueAll(
        ids.map((id) => ({ id })),
        tx,
      ),
    );
  }

  it('write the results of each once', async () => {
    await endAll([60, 61], async () => undefined);
    for (const id of [60, 61]) {
      await jobIn(id, 'completed');
      expect(await resultsOf(id)).toHaveLength(1);
    }
  });

  it('write nothing if one of them was superseded', async () => {
    const before = await fenced(worker);
    await endAll([62, 63], ([first]) => replace(first?.id ?? ''));
    await waitUntil('both were fenced off', async () => (await fenced(worker)) === before + 2);
    expect([...(await resultsOf(62)), ...(await resultsOf(63))]).toEqual([]);
  });
});

describe('an attempt that was superseded', () => {
  it.each([
    ['before it writes', 40, (attempt: JobAttempt) => replace(attempt.id), async () => undefined],
    ['while it writes', 41, async () => undefined, (attempt: JobAttempt) => replace(attempt.id)],
  ])('%s writes nothing, completes nothing and is counted', async (_, id, beforeFinish, insideFinish) => {
    const before = await fenced(worker);
    let finishing = 0;
    behaviors.set(id, async (attempt) => {
      await beforeFinish(attempt);
      finishing += 1;
      await attempt.finish(async (tx) => {
        await insert(tx, id);
        await insideFinish(attempt);
      });
    });
    await api.writes.enqueue({ id });
    await waitUntil('the attempt was fenced off', async () => (await fenced(worker)) === before + 1);
    // The successor still owns the job, whatever the late attempt reports.
    await api.writes.enqueue({ id: id + 100 });
    await jobIn(id + 100, 'completed');
    expect(await jobOf(id)).toMatchObject({ state: 'active', retry_count: 1 });
    expect(await resultsOf(id)).toEqual([]);
    expect(finishing).toBe(1);
  });

  it('writes nothing if its job was deleted', async () => {
    const before = await fenced(worker);
    behaviors.set(42, async (attempt) => {
      await database.query('delete from pgboss.job where id = $1', [attempt.id]);
      await attempt.finish((tx) => insert(tx, 42));
    });
    await api.writes.enqueue({ id: 42 });
    await waitUntil('the attempt was fenced off', async () => (await fenced(worker)) === before + 1);
    expect(await resultsOf(42)).toEqual([]);
  });
});

describe('finished jobs', () => {
  it('are deleted after an hour, also those that failed', async () => {
    behaviors.set(52, () => Promise.reject(new Error('always')));
    for (const id of [50, 51, 52]) await api.writes.enqueue({ id });
    await jobIn(52, 'failed');
    for (const id of [50, 51]) await jobIn(id, 'completed');
    const endedAgo = (id: number, minutes: number) =>
      database.query(
        `update pgboss.job set completed_on = now() - $2 * interval '1 minute'
          where name = 'test.write' and data ->> 'id' = $1`,
        [String(id), minutes],
      );
    await endedAgo(50, 61);
    await endedAgo(51, 59);
    await endedAgo(52, 61);
    // The next round of maintenance, which is due within a minute.
    await database.query('update pgboss.queue set maintain_on = null');
    await waitUntil('the old jobs to go', async () => !(await jobOf(50)) && !(await jobOf(52)));
    expect(await jobOf(51)).toMatchObject({ state: 'completed' });
    const [settings] = await database.query(
      "select deletion_seconds from pgboss.queue where name = 'test.write'",
    );
    expect(settings).toEqual({ deletion_seconds: 3600 });
  });

  const addFinished = () =>
    database.query(
      `insert into pgboss.job (name, state, started_on, completed_on)
       select 'test.write', 'completed', now(), now() from generate_series(1, 20000)`,
    );
  const planOf = async (query: string) =>
    JSON.stringify(await database.query(`explain (format json, costs off) ${query}`));

  it.each([
    [
      'have lost their worker',
      "select from pgboss.job where name = any('{test.write}') and state = 'active'",
    ],
    ['are queued or running', "select count(*) from pgboss.job where state < 'completed' group by name"],
  ])('are not read to find those that %s', async (_, query) => {
    await addFinished();
    await database.query('analyze pgboss.job');
    expect(await planOf(query)).not.toContain('Seq Scan');
  });

  it('do not keep a process from starting while they are in use', async () => {
    await database.query('drop index pgboss.live_jobs');
    await worker.db.transaction().execute(async (tx) => {
      await sql`lock table pgboss.job in row exclusive mode`.execute(tx);
      await (await startInstance(false)).close();
    });
    expect(await database.query("select from pg_indexes where indexname = 'live_jobs'")).toEqual([]);
    await (await startInstance(false)).close();
    expect(await database.query("select from pg_indexes where indexname = 'live_jobs'")).toHaveLength(1);
  });

  it('are not counted while running jobs are supervised', async () => {
    await database.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null');
    const supervised = () =>
      database.query("select from pgboss.queue where name = 'test.write' and monitor_claim_on is not null");
    await waitUntil('the queue has been supervised', async () => (await supervised()).length > 0);
    // The next claim comes after the end of the pass that made the first one.
    await database.query('update pgboss.queue set monitor_claim_on = null');
    await waitUntil('the queue has been supervised again', async () => (await supervised()).length > 0);
    expect(await database.query('select from pgboss.queue where monitor_on is not null')).toEqual([]);
  });
});

describe('assertOneHandlerEach', () => {
  const names = ['a', 'b'];

  it('accepts one handler for each job', () => {
    expect(() => assertOneHandlerEach(names, [{ name: 'b' }, { name: 'a' }])).not.toThrow();
  });

  it.each([
    ['missing', [{ name: 'a' }], 'b has none'],
    ['doubled', [{ name: 'a' }, { name: 'b' }, { name: 'a' }], 'a has more than one'],
    ['unknown', [{ name: 'a' }, { name: 'b' }, { name: 'c' }], 'c is not enqueued or scheduled'],
    [
      'missing, doubled and unknown',
      [{ name: 'a' }, { name: 'a' }, { name: 'c' }],
      'b has none; a has more than one; c is not',
    ],
  ])('reports what is %s', (_, handlers, sentence) => {
    expect(() => assertOneHandlerEach(names, handlers)).toThrow(
      `each job needs exactly one handler: ${sentence}`,
    );
  });

  it('accepts a handler without a queue if it is scheduled', () => {
    const scheduled = { name: 'c', cron: '* * * * *' };
    expect(() => assertOneHandlerEach(names, [{ name: 'a' }, { name: 'b' }, scheduled])).not.toThrow();
  });

  it('runs before any job is claimed', async () => {
    await expect(api.jobs.start([])).rejects.toThrow('test.write has none; test.other has none');
  });
});
