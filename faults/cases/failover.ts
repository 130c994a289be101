import { callsPerWorker } from '../../harness/bulk-run.ts';
import { missingForPatroni, type PatroniCluster, startPatroni } from '../../harness/patroni.ts';
import { waitUntil } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { type Fault, seconds } from '../fault.ts';
import {
  assertExtraCalls,
  assertRunning,
  beginRun,
  waitUntilComplete,
  waitUntilDone,
} from './bulk-fixture.ts';

const backBarMs = 30_000;

export const leaderKilled: Fault = {
  number: 102,
  title: 'bulk run: the leader of a Patroni cluster behind HAProxy killed with kill -9',
  slow: true,
  isolation: 'exclusive',
  async run(context) {
    const missing = missingForPatroni();
    if (missing.length > 0) return `skipped: this machine has no ${missing.join(', ')}`;
    let cluster: PatroniCluster | undefined;
    const scene = await beginRun(context, {
      latencyMs: 500,
      async startDatabase(dir) {
        cluster = await startPatroni(dir);
        context.cleanup(cluster.stopAll);
        return cluster;
      },
    });
    await waitUntilDone(scene, 0.2);
    const killedAt = performance.now();
    await cluster?.killLeader();
    await cluster?.waitForLeader();
    await waitUntil('a new session to be stored', async () => {
      await createTestClient(scene.client.url);
      return true;
    });
    const back = performance.now() - killedAt;
    context.expectBar(back <= backBarMs, `back after ${seconds(back)}, bar ${seconds(backBarMs)}`);
    assertRunning(scene);
    const took = await waitUntilComplete(scene);
    const inFlight = 2 * callsPerWorker;
    const extra = await assertExtraCalls(scene, inFlight);
    return `back ${seconds(back)} after the kill (bar 30 s); ${scene.fleet.rows} rows, each with one result, complete after another ${seconds(took)}; ${extra} extra calls (at most ${inFlight} in flight)`;
  },
};
