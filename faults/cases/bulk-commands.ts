import { setTimeout as delay } from 'node:timers/promises';
import { cancelBulkRun, readProgress, retryBulkRun } from '@warranty/contracts/bulk-lookup';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { createRun, sendFile } from '../../harness/bulk-run.ts';
import { createFleet } from '../../harness/fleet.ts';
import { until } from '../../harness/processes.ts';
import { visit } from '../../harness/session.ts';
import { demand, type Fault } from '../fault.ts';
import { beginRun, callsMade, demandWhole, untilCalls, untilDone, untilStatus } from './bulk-scene.ts';

export const bulkCancelled: Fault = {
  number: 27,
  title: 'bulk run: cancelled, tried again at once, cancelled at half, tried again',
  async run(context) {
    const latencyMs = 1500;
    const scene = await beginRun(context, { latencyMs, rows: 10_000 });
    const { simulator, visitor, runId } = scene;
    const params = { runId };
    const made = async () => (await simulator.counts('short')).calls.assetEntitlements;

    // Answers are still on their way when the run goes on.
    await untilDone(scene, 0.2);
    await visitor.call(cancelBulkRun, { params });
    await visitor.call(retryBulkRun, { params });

    await untilDone(scene, 0.5);
    const { status } = await visitor.call(cancelBulkRun, { params });
    demand(status === 'cancelled', `the cancelled run is ${status}`);
    const atCancel = await made();
    await delay(latencyMs + 1000);
    const quiet = await made();
    await delay(2000);
    const later = await made();
    demand(later === quiet, `${later - quiet} calls after the cancelled run had come to rest`);
    await untilStatus(scene, 'cancelled');
    const kept = scene.watch.last?.current ?? 0;

    await visitor.call(retryBulkRun, { params });
    await until('it to go on', () => scene.watch.last?.status !== 'cancelled');
    await untilStatus(scene, 'completed');
    await demandWhole(scene);
    const { extra, askedAgain } = await callsMade(scene);
    demand(extra === 0, `${extra} extra calls, for ${askedAgain.length} serials that were asked for twice`);
    return `${kept} of ${scene.fleet.rows} rows kept, ${quiet - atCancel} calls begun right after the cancel and none later; 0 extra calls after both retries`;
  },
};

const longestWait = 2000;

export const bulkFairness: Fault = {
  number: 28,
  isolation: 'quiet',
  title: 'an individual lookup while two owners run files at the vendor’s pace',
  async run(context) {
    // The pace that the product has where nobody sets one.
    const scene = await beginRun(context, { env: { DELL_CALLS_PER_SECOND: '10' } });
    const [api] = scene.apis as [(typeof scene.apis)[0]];
    const other = await visit(api.url);
    const otherRun = await createRun(other);
    await sendFile(other, otherRun, createFleet({ rows: scene.fleet.rows, letter: 'C' }).pieces());
    await untilCalls(scene, 5);

    const third = await visit(api.url);
    const waits: number[] = [];
    for (let at = 0; at < (context.full ? 40 : 8); at += 1) {
      const begun = performance.now();
      const result = await third.call(lookupWarranty, {
        body: { modelNumber: `Z${String(at).padStart(5, '0')}F`, manufacturer: 'Dell' },
      });
      waits.push(performance.now() - begun);
      demand(result.source?.stale === false, 'the answer was not asked for now');
      await delay(200);
    }
    const runs = [
      { visitor: scene.visitor, runId: scene.runId },
      { visitor: other, runId: otherRun },
    ];
    for (const { visitor, runId } of runs) {
      const { status, counts } = await visitor.call(readProgress, { params: { progressId: runId } });
      demand(status === 'processing', `a run was ${status} before the lookups were done`);
      demand(counts.found > 0, 'a run has not come to anything');
      await visitor.call(cancelBulkRun, { params: { runId } });
    }
    const longest = Math.max(...waits);
    demand(longest <= longestWait, `a lookup took ${Math.round(longest)} ms`);
    return `${waits.length} lookups, the longest ${Math.round(longest)} ms (bar ${longestWait}), while two runs of ${scene.fleet.rows} rows went on`;
  },
};
