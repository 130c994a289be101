import { setTimeout as delay } from 'node:timers/promises';
import { callsPerWorker } from '../../harness/bulk-run.ts';
import { freePort, type Server, waitUntil } from '../../harness/processes.ts';
import { copyCheckout, processesIn } from '../checkout.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { jobLines } from '../installation.ts';
import {
  assertExtraCalls,
  beginRun,
  letHeartbeatsEnd,
  waitUntilCalls,
  waitUntilComplete,
} from './bulk-fixture.ts';
import { npmStart } from './npm-start.ts';

const stopBarMs = 10_000;

export const npmStopped: Fault = {
  number: 83,
  isolation: 'quiet',
  title: 'SIGTERM to npm start stops the server, its threads and its PostgreSQL',
  async run(context) {
    const dir = await copyCheckout(context, { built: true });
    const port = await freePort();
    const program = await npmStart(context, dir, port);
    const running = (await processesIn(dir)).length;
    // To npm alone, as `kill` and most supervisors do.
    program.child.kill('SIGTERM');
    const took = await waitUntil('every process to exit', async () => (await processesIn(dir)).length === 0);
    context.expectBar(took <= stopBarMs, `the processes ended ${seconds(took)} after the signal`);
    await assertRefused(program.url);
    return `${running} processes ended ${seconds(took)} after the signal (bar ${seconds(stopBarMs)})`;
  },
};

async function assertRefused(url: string): Promise<void> {
  const isAnswered = await fetch(url).then(
    () => true,
    () => false,
  );
  assert(!isAnswered, 'the port still answers');
}

const latencyMs = 4000;

export const secondSignal: Fault = {
  number: 84,
  slow: true,
  title: 'a second SIGTERM while a worker stops ends it immediately, and its jobs are taken over',
  async run(context) {
    const scene = await beginRun(context, { latencyMs, rows: 3000, fullRows: 20_000 });
    const [worker] = scene.workers as [Server];
    await waitUntilCalls(scene, callsPerWorker + 1);
    worker.child.kill('SIGTERM');
    await delay(1500);
    assert(worker.child.exitCode === null, 'the worker did not wait for its calls');
    const startedAt = performance.now();
    const code = await worker.stop('SIGTERM');
    const took = performance.now() - startedAt;
    context.expectBar(took < 2000, `ended ${seconds(took)} after the second signal`);
    assert(code === 1, `exited with ${code}`);
    await scene.simulator.faults({});
    if (!context.full) {
      const jobs = jobLines(worker).map(({ jobId }) => jobId);
      await letHeartbeatsEnd(scene, jobs);
    }
    await waitUntilComplete(scene);
    const extra = await assertExtraCalls(scene, callsPerWorker);
    return `ended ${seconds(took)} after the second signal (bar 2), exit code 1; every row has one result, ${extra} extra calls (at most ${callsPerWorker} in flight)`;
  },
};

export const workerDrains: Fault = {
  number: 100,
  title: 'SIGTERM to a worker during a run: it finishes its calls and leaves the rest to others',
  async run(context) {
    const scene = await beginRun(context, {
      latencyMs: 1000,
      rows: 4000,
      fullRows: 20_000,
      env: { DRAIN_SECONDS: '0' },
    });
    const [worker] = scene.workers as [Server];
    await waitUntilCalls(scene, callsPerWorker + 1);
    const startedAt = performance.now();
    const code = await worker.stop('SIGTERM');
    const took = performance.now() - startedAt;
    assert(code === 0, `exited with ${code}`);
    context.expectBar(took < 30_000, `took ${seconds(took)} to stop`);
    await waitUntilComplete(scene);
    const { rows } = await scene.observer.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'bulk.chunk' and retry_count > 0`,
    );
    assert(rows[0]?.count === 0, `${rows[0]?.count} jobs had to be taken over`);
    await assertExtraCalls(scene);
    return `stopped in ${seconds(took)} (bar 30), exit code 0; every row has one result, no job taken over, 0 extra calls`;
  },
};
