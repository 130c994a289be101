import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { callsPerWorker, sendFile } from '../../harness/bulk-run.ts';
import { type Server, startPostgres, waitUntil } from '../../harness/processes.ts';
import { reconnect } from '../../harness/test-client.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { observe } from '../installation.ts';
import {
  assertRunComplete,
  beginRun,
  callsMade,
  killWorker,
  setUp,
  waitUntilCalls,
  waitUntilDone,
  waitUntilStatus,
} from './bulk-fixture.ts';

const kills = 10;
const latencyMs = 1500;

export const bulkWorkersKilled: Fault = {
  number: 17,
  isolation: 'quiet',
  title: 'bulk run: a worker killed with kill -9 at ten random moments',
  async run(context) {
    const scene = await beginRun(context, { latencyMs });
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
    const took = await waitUntilStatus(scene, 'completed');
    await assertRunComplete(scene);
    const { extra } = await callsMade(scene);
    assert(extra <= atRisk, `${extra} extra calls, but only ${atRisk} were in flight at the kills`);
    return `${scene.fleet.rows} rows, each with one result, ${seconds(took)} after the last kill; ${extra} extra calls (${atRisk} in flight at the kills)`;
  },
};

export const bulkApiKilled: Fault = {
  number: 18,
  title: 'bulk run: the api killed with kill -9 during the upload, the file sent again',
  async run(context) {
    // Large enough that some rows are stored before the upload fails.
    const scene = await setUp(context, { apis: 2, rows: 20_000 });
    const { apis, observer, fleet, runId } = scene;
    const [first, second] = apis as [(typeof apis)[0], (typeof apis)[0]];
    const pieces = [...fleet.chunks()];
    const stored = async () => (await observer.query('select from bulk_rows')).rowCount ?? 0;
    async function* halfOfIt() {
      yield* pieces.slice(0, pieces.length * 0.8);
      await waitUntil('rows to be stored', async () => (await stored()) > 0);
      await first.stop('SIGKILL');
      yield* pieces.slice(pieces.length * 0.8);
    }
    const broken = await sendFile(scene.client, runId, halfOfIt()).then(
      () => null,
      (error: Error) => error,
    );
    assert(broken !== null, 'the upload succeeded although its server was killed');
    const left = await stored();
    assert(left > 0 && left < fleet.rows, `${left} of ${fleet.rows} rows were stored`);

    scene.client = reconnect(second.url, scene.client);
    const waited = await waitUntil('the file to be accepted again', async () => {
      await sendFile(scene.client, runId, pieces);
      return true;
    });
    const took = await waitUntilStatus(scene, 'completed');
    await assertRunComplete(scene);
    const { extra } = await callsMade(scene);
    assert(extra === 0, `${extra} extra calls`);
    return `${left} of ${fleet.rows} rows were stored; sent again and accepted in ${seconds(waited)}, complete after ${seconds(took)}, 0 extra calls`;
  },
};

export const bulkPostgresKilled: Fault = {
  number: 19,
  title: 'bulk run: PostgreSQL killed with kill -9 during the run and restarted',
  async run(context) {
    const scene = await beginRun(context, { latencyMs: 1000 });
    const { postgres, dir } = scene;
    await waitUntilDone(scene, 0.1);
    await postgres.stop('SIGKILL');
    process.kill(postgres.serverPid, 'SIGKILL');
    await delay(context.full ? 10_000 : 2000);
    const again = await startPostgres(dir);
    context.cleanup(() => again.stop());
    scene.observer = await observe(context, again);
    for (const { child, lines } of [...scene.apis, ...scene.workers])
      assert(child.exitCode === null, `a process exited:\n${lines.slice(-3).join('\n')}`);
    const took = await waitUntilStatus(scene, 'completed');
    await assertRunComplete(scene);
    const { extra } = await callsMade(scene);
    const inFlight = 2 * callsPerWorker;
    assert(extra <= inFlight, `${extra} extra calls, but at most ${inFlight} were in flight`);
    return `processes stayed up; ${scene.fleet.rows} rows, each with one result, complete ${seconds(took)} after the restart; ${extra} extra calls (at most ${inFlight} in flight)`;
  },
};

export const bulkZombie: Fault = {
  number: 20,
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
    const fenced = /^warranty_job_fenced_total\{job="bulk.chunk"\} (\d+)$/m;
    const refused = async () =>
      Number(fenced.exec(await (await fetch(`${zombie.internalUrl}/metrics`)).text())?.[1] ?? 0);
    await waitUntil('the results of the zombie to be rejected', async () => (await refused()) > 0);
    await waitUntilStatus(scene, 'completed');
    await assertRunComplete(scene);
    const { extra } = await callsMade(scene);
    assert(extra <= callsPerWorker, `${extra} extra calls, but only ${callsPerWorker} were in flight`);
    return `taken over after ${seconds(waited)}, ${await refused()} late results rejected, ${extra} extra calls (at most ${callsPerWorker} in flight)`;
  },
};
