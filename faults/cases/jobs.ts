import { forgetBrowser } from '@warranty/contracts/session';
import { readMetric } from '../../harness/metrics.ts';
import { type Server, waitUntil } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { eraseJobLines, type Installation, install } from '../installation.ts';

interface CaughtJob {
  holder: Server;
  other: Server;
  username: string;
  release(): Promise<unknown>;
}

/**
 * Holds a real job in the middle: the harness locks the table that the job writes last, so the worker waits inside its
 * transaction until the lock is released.
 */
async function catchJob({ api, workers, observer }: Installation): Promise<CaughtJob> {
  const client = await createTestClient(api.url);
  await observer.query('begin');
  await observer.query('lock table retired_usernames in access exclusive mode');
  await client.call(forgetBrowser);
  await waitUntil('a worker to take the job', () =>
    workers.some((worker) => eraseJobLines(worker).length > 0),
  );
  const holder = workers.find((worker) => eraseJobLines(worker).length > 0);
  const other = workers.find((worker) => worker !== holder);
  assert(holder !== undefined && other !== undefined, 'two workers are needed');
  return { holder, other, username: client.userId, release: () => observer.query('commit') };
}

async function assertErasedOnce({ observer, workers }: Installation, username: string): Promise<void> {
  const erased = async () =>
    (await observer.query('select from users where username = $1', [username])).rowCount === 0;
  await waitUntil('the user to be erased', erased);
  await waitUntil('the job to be completed', async () => {
    const { rows } = await observer.query(
      "select state, retry_count from pgboss.job where name = 'session.erase-user'",
    );
    return rows.length === 1 && rows[0].state === 'completed' && rows[0].retry_count === 1;
  });
  const done = () => workers.flatMap(eraseJobLines).filter(({ msg }) => msg === 'job done').length;
  await waitUntil('the worker to log the job', () => done() > 0);
  assert(done() === 1, `the job was done ${done()} times`);
}

const restarted = (worker: Server) =>
  eraseJobLines(worker).some(({ msg, attempt }) => msg === 'job started' && attempt === 1);

export const workerKilled: Fault = {
  number: 2,
  title: 'worker killed with kill -9 during a job',
  async run(context) {
    const installation = await install(context, { apis: 1, workers: 2 });
    const { holder, other, username, release } = await catchJob(installation);
    await holder.stop('SIGKILL');
    const waited = await waitUntil('the job to start again', () => restarted(other));
    context.expectBar(waited <= 15_000, `the job started again after ${seconds(waited)}, not within 15 s`);
    await release();
    await assertErasedOnce(installation, username);
    return `ran again after ${seconds(waited)}, once (bar 15 s)`;
  },
};

export const workerStopped: Fault = {
  number: 3,
  title: 'worker paused past its heartbeat and resumed',
  async run(context) {
    const installation = await install(context, { apis: 1, workers: 2 });
    const { holder, other, username, release } = await catchJob(installation);
    holder.child.kill('SIGSTOP');
    context.cleanup(() => holder.child.kill('SIGCONT'));
    const waited = await waitUntil('another worker to take over', () => restarted(other));
    holder.child.kill('SIGCONT');
    await release();
    await waitUntil('the result of the late worker to be discarded', () =>
      eraseJobLines(holder).some(({ msg }) => msg === 'job was claimed by another worker; results discarded'),
    );
    await assertErasedOnce(installation, username);
    const fenced = await readMetric(holder, 'warranty_jobs_fenced_total{job_name="session.erase-user"}');
    assert(fenced === 1, 'the discarded result was not counted');
    return `taken over after ${seconds(waited)}; the late attempt wrote nothing`;
  },
};
