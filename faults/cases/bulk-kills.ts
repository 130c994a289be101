import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { callsPerWorker, sendFile } from '../../harness/bulk-run.ts';
import { readMetric } from '../../harness/metrics.ts';
import { type Server, waitUntil } from '../../harness/processes.ts';
import { reconnect } from '../../harness/test-client.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { killPostgres, observe, restartPostgres } from '../installation.ts';
import {
  assertExtraCalls,
  assertRunning,
  type BulkFixture,
  beginRun,
  killWorker,
  letRetriesStart,
  setUp,
  waitUntilCalls,
  waitUntilComplete,
  waitUntilDone,
} from './bulk-fixture.ts';

const latencyMs = 1500;

export const bulkWorkersKilled: Fault = {
  number: 17,
  isolation: 'quiet',
  title: 'bulk run: a worker killed with kill -9 at ten random moments, or 50 with --full',
  async run(context) {
    const scene = await beginRun(context, { latencyMs });
    const kills = context.full ? 50 : 10;
    let killed = 0;
    let atRisk = 0;
    // Both workers are killed independently: usually one of them works while the other restarts.
    const killOnAndOn = async (at: number) => {
      while (killed < kills) {
        await delay(randomInt(100, context.full ? 4 * latencyMs : latencyMs));
        if (killed >= kills) return;
        killed += 1;
        assert(scene.watch.last?.status === 'processing', `the run ended before kill ${killed}`);
        atRisk += await killWorker(context, scene, at);
      }
    };
    await waitUntilCalls(scene, 1);
    await Promise.all([killOnAndOn(0), killOnAndOn(1)]);
    if (!context.full) {
      const hurry = setInterval(() => letRetriesStart(scene).catch(() => undefined), 1000);
      context.cleanup(() => clearInterval(hurry));
    }
    const took = await waitUntilComplete(scene);
    const extra = await assertExtraCalls(scene, atRisk);
    return `${scene.fleet.rows} rows, each with one result, ${seconds(took)} after the last kill; ${extra} extra calls (${atRisk} in flight at the kills)`;
  },
};

/** Sends the file to an api that is killed when this share of it was sent. Returns how many rows were stored by then. */
async function sendAndKill(
  scene: BulkFixture,
  api: Server,
  pieces: string[],
  share: number,
): Promise<number> {
  const stored = async () => (await scene.observer.query('select from bulk_rows')).rowCount ?? 0;
  const at = Math.ceil(pieces.length * share);
  let isKilled = false;
  async function* untilKilled() {
    yield* pieces.slice(0, at);
    // Rows are stored in batches, which the start of a file does not fill.
    if (share >= 0.5) await waitUntil('rows to be stored', async () => (await stored()) > 0);
    isKilled = true;
    await api.stop('SIGKILL');
    yield* pieces.slice(at);
  }
  const client = reconnect(api.url, scene.client);
  await waitUntil('the api to be killed', async () => {
    const error = await sendFile(client, scene.runId, untilKilled()).catch((thrown: Error) => thrown);
    assert(error !== undefined, 'the upload succeeded although its server was killed');
    return isKilled;
  });
  return stored();
}

export const bulkApiKilled: Fault = {
  number: 18,
  title: 'bulk run: the api killed with kill -9 during the upload, the file sent again',
  async run(context) {
    const shares = context.full ? [0.1, 0.5, 0.9] : [0.8];
    // Large enough that some rows are stored before the upload fails.
    const scene = await setUp(context, { apis: shares.length + 1, rows: 20_000 });
    const { apis, fleet, runId } = scene;
    const last = apis.at(-1) as Server;
    scene.client = reconnect(last.url, scene.client);
    const pieces = [...fleet.chunks()];
    const left: number[] = [];
    for (const [at, share] of shares.entries())
      left.push(await sendAndKill(scene, apis[at] as Server, pieces, share));
    const most = Math.max(...left);
    assert(most > 0 && most < fleet.rows, `${most} of ${fleet.rows} rows were stored`);
    const waited = await waitUntil('the file to be accepted again', async () => {
      await sendFile(scene.client, runId, pieces);
      return true;
    });
    const took = await waitUntilComplete(scene);
    await assertExtraCalls(scene);
    return `killed at ${shares.join(', ')} of the file with ${left.join(', ')} of ${fleet.rows} rows stored; sent again and accepted in ${seconds(waited)}, complete after ${seconds(took)}, 0 extra calls`;
  },
};

export const bulkPostgresKilled: Fault = {
  number: 19,
  slow: true,
  title: 'bulk run: PostgreSQL killed with kill -9 during the run and restarted',
  async run(context) {
    const scene = await beginRun(context, { latencyMs: 1000 });
    const { postgres, dir } = scene;
    await waitUntilDone(scene, 0.1);
    await killPostgres(postgres);
    await delay(context.full ? 10_000 : 2000);
    scene.observer = await observe(context, await restartPostgres(context, dir));
    assertRunning(scene);
    const took = await waitUntilComplete(scene);
    const inFlight = 2 * callsPerWorker;
    const extra = await assertExtraCalls(scene, inFlight);
    return `processes stayed up; ${scene.fleet.rows} rows, each with one result, complete ${seconds(took)} after the restart; ${extra} extra calls (at most ${inFlight} in flight)`;
  },
};

export const bulkZombie: Fault = {
  number: 20,
  slow: true,
  title: 'bulk run: a worker paused until its jobs are taken over, then resumed',
  async run(context) {
    const scene = await beginRun(context, { latencyMs: 2000 });
    const [zombie] = scene.workers as [Server];
    // At this point all jobs wait for the vendor and no transaction is open.
    await waitUntilCalls(scene, 2 * callsPerWorker);
    await delay(300);
    zombie.child.kill('SIGSTOP');
    const startedAt = performance.now();
    const retaken = async () =>
      scene.observer.query(`select from pgboss.job where name = 'bulk.chunk' and retry_count > 0`);
    await waitUntil('its jobs to be taken over', async () => ((await retaken()).rowCount ?? 0) > 0);
    const waited = performance.now() - startedAt;
    if (context.full) await delay(60_000 - waited);
    zombie.child.kill('SIGCONT');
    const refused = () => readMetric(zombie, 'warranty_jobs_fenced_total{job_name="bulk.chunk"}');
    await waitUntil('the results of the zombie to be rejected', async () => (await refused()) > 0);
    await waitUntilComplete(scene);
    const extra = await assertExtraCalls(scene, callsPerWorker);
    return `taken over after ${seconds(waited)}, ${await refused()} late results rejected, ${extra} extra calls (at most ${callsPerWorker} in flight)`;
  },
};
