import { setTimeout as delay } from 'node:timers/promises';
import { cancelBulkRun, retryBulkRun } from '@warranty/contracts/bulk-lookup';
import { readProgress } from '@warranty/contracts/progress';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { createRun, sendFile } from '../../harness/bulk-run.ts';
import { createFleet } from '../../harness/fleet.ts';
import { waitUntil } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { assert, type Fault } from '../fault.ts';
import {
  assertExtraCalls,
  beginRun,
  waitUntilCalls,
  waitUntilComplete,
  waitUntilDone,
  waitUntilStatus,
} from './bulk-fixture.ts';

export const bulkCancelled: Fault = {
  number: 27,
  slow: true,
  title: 'bulk run: canceled and retried immediately, canceled halfway, retried',
  async run(context) {
    const latencyMs = 1500;
    const scene = await beginRun(context, { latencyMs, rows: 10_000 });
    const { simulator, client, runId } = scene;
    const params = { runId };
    const made = async () => (await simulator.counts('short')).calls.assetEntitlements;

    // Vendor replies are still in flight when the run is retried.
    await waitUntilDone(scene, 0.2);
    await client.call(cancelBulkRun, { params });
    await client.call(retryBulkRun, { params });

    await waitUntilDone(scene, 0.5);
    const { status } = await client.call(cancelBulkRun, { params });
    assert(status === 'cancelled', `the status after the cancel is ${status}`);
    const atCancel = await made();
    await delay(latencyMs + 1000);
    const quiet = await made();
    await delay(2000);
    const later = await made();
    assert(later === quiet, `${later - quiet} calls after the canceled run had settled`);
    await waitUntilStatus(scene, 'cancelled');
    const kept = scene.watch.last?.current ?? 0;

    await client.call(retryBulkRun, { params });
    await waitUntil('the run to continue', () => scene.watch.last?.status !== 'cancelled');
    await waitUntilComplete(scene);
    await assertExtraCalls(scene);
    return `${kept} of ${scene.fleet.rows} rows were done at the cancel, ${quiet - atCancel} calls started right after it and none later; 0 extra calls after both retries`;
  },
};

const maxWaitMs = 2000;

export const bulkFairness: Fault = {
  number: 28,
  isolation: 'quiet',
  title: 'an individual lookup while two owners run files at the vendor’s rate limit',
  async run(context) {
    // At the default rate, this many rows take longer than the lookups, however slow the machine is.
    const scene = await beginRun(context, { rows: 30_000, env: { DELL_CALLS_PER_SECOND: '10' } });
    const [api] = scene.apis as [(typeof scene.apis)[0]];
    const other = await createTestClient(api.url);
    const otherRun = await createRun(other);
    await sendFile(other, otherRun, createFleet({ rows: scene.fleet.rows, letter: 'C' }).chunks());
    await waitUntilCalls(scene, 5);

    const third = await createTestClient(api.url);
    const waits: number[] = [];
    for (let index = 0; index < (context.full ? 40 : 8); index += 1) {
      const startedAt = performance.now();
      const result = await third.call(lookupWarranty, {
        body: { modelNumber: `Z${String(index).padStart(5, '0')}F`, manufacturer: 'Dell' },
      });
      waits.push(performance.now() - startedAt);
      assert(result.source?.stale === false, 'the result was not looked up now');
      await delay(200);
    }
    const runs = [
      { client: scene.client, runId: scene.runId },
      { client: other, runId: otherRun },
    ];
    for (const { client, runId } of runs) {
      const { status, counts } = await client.call(readProgress, { params: { progressId: runId } });
      assert(status === 'processing', `a run was ${status} before the lookups finished`);
      assert(counts.found > 0, 'a run has no results yet');
      await client.call(cancelBulkRun, { params: { runId } });
    }
    const longest = Math.max(...waits);
    context.expectBar(longest <= maxWaitMs, `a lookup took ${Math.round(longest)} ms`);
    return `${waits.length} lookups, the longest ${Math.round(longest)} ms (bar ${maxWaitMs}), during two runs of ${scene.fleet.rows} rows`;
  },
};
