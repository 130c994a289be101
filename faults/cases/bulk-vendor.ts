import { setTimeout as delay } from 'node:timers/promises';
import { resumeBulkRun, retryBulkRun } from '@warranty/contracts/bulk-lookup';
import { callsPerWorker } from '../../harness/bulk-run.ts';
import { waitUntil } from '../../harness/processes.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import {
  assertRunComplete,
  type BulkFixture,
  beginRun,
  callsMade,
  serialsInOrder,
  serialsPerCall,
  waitUntilCalls,
  waitUntilDone,
  waitUntilStatus,
} from './bulk-fixture.ts';

/** More than will be used; what is left says how many were. */
const plenty = 100_000;
const inFlight = 2 * callsPerWorker;

export const bulkOutage: Fault = {
  number: 23,
  title: 'bulk run: the vendor answers 500 for a while',
  async run(context) {
    const scene = await beginRun(context, { latencyMs: 400 });
    const { simulator } = scene;
    await waitUntilDone(scene, 0.1);
    const outage = context.full ? 60_000 : 10_000;
    await simulator.faults({ serverErrors: { times: plenty } });
    await delay(outage);
    const { serverErrors } = await simulator.faultsLeft();
    const refused = plenty - (serverErrors?.times ?? 0);
    await simulator.faults({});
    const took = await waitUntilStatus(scene, 'completed');
    await assertRunComplete(scene);
    // The breaker opens after five and then lets one through every two seconds.
    const most = inFlight + outage / 2000 + 1;
    assert(refused > 0 && refused <= most, `${refused} calls in an outage, at most ${most} are right`);
    const { extra } = await callsMade(scene);
    // One more may have been refused between the reading and the end.
    assert(extra >= refused && extra <= refused + 1, `${extra} extra calls, ${refused} were refused`);
    return `${refused} calls refused in ${seconds(outage)}, no row failed, complete ${seconds(took)} after the end; ${extra} extra calls`;
  },
};

/** Waits for a refusal to be known to all, and through its window; the calls that were begun inside. */
async function callsInWindow({ observer, simulator }: BulkFixture): Promise<number> {
  const blockedUntil = async () => {
    const { rows } = await observer.query<{ at: Date }>(
      'select blocked_until as at from vendor_gates where blocked_until > clock_timestamp()',
    );
    return rows[0]?.at.getTime();
  };
  await waitUntil('a call to be refused', async () => (await blockedUntil()) !== undefined);
  const known = Date.now();
  const end = (await blockedUntil()) ?? known;
  await delay(end - known);
  const { startedAt } = await simulator.counts('short');
  // Whoever had been let through before may still be on the way to the vendor.
  return startedAt.filter((at) => at > known + 700 && at < end).length;
}

export const bulkBusy: Fault = {
  number: 24,
  title: 'bulk run: the vendor is busy (429) three times',
  async run(context) {
    const scene = await beginRun(context, {
      latencyMs: 200,
      env: { DELL_CALLS_PER_SECOND: context.full ? '50' : '12' },
    });
    const { simulator } = scene;
    const retryAfter = 4;
    const windows = 3;
    let inside = 0;
    for (let window = 1; window <= windows; window += 1) {
      await waitUntilCalls(scene, window * 8);
      await simulator.faults({ latencyMs: 200, busy: { times: 1, retryAfter } });
      inside += await callsInWindow(scene);
    }
    await waitUntilStatus(scene, 'completed');
    await assertRunComplete(scene);
    const { extra } = await callsMade(scene);
    assert(inside === 0, `${inside} calls inside the windows`);
    assert(extra === windows, `${extra} extra calls for ${windows} refusals`);
    return `${windows} windows of ${retryAfter} s, 0 calls inside, ${extra} extra calls for ${windows} refusals, no row failed`;
  },
};

export const bulkKeys: Fault = {
  number: 25,
  title: 'bulk run: the token expires, then the keys are revoked and given back',
  async run(context) {
    const latencyMs = 300;
    const scene = await beginRun(context, {
      latencyMs,
      env: { DELL_CALLS_PER_SECOND: context.full ? '50' : '12' },
    });
    const { simulator, client, runId, watch } = scene;
    await waitUntilCalls(scene, 5);
    await simulator.faults({ latencyMs, unauthorizedAfter: 2 });
    await waitUntil(
      'the token to end',
      async () => (await simulator.faultsLeft()).unauthorizedAfter === undefined,
    );
    await waitUntilDone(scene, 0.4);
    assert(watch.last?.status === 'processing', `an expired token left the run ${watch.last?.status}`);

    await simulator.faults({ latencyMs, unauthorizedAfter: 0, refuseKeys: true });
    const paused = await waitUntilStatus(scene, 'paused');
    const said = watch.last?.message;
    await delay(1000);
    const quiet = (await simulator.counts('short')).calls.assetEntitlements;
    await delay(1500);
    const later = (await simulator.counts('short')).calls.assetEntitlements;
    assert(quiet === later, `${later - quiet} calls while it was paused`);

    await simulator.faults({ latencyMs });
    await client.call(resumeBulkRun, { params: { runId } });
    await waitUntil('it to go on', () => watch.last?.status !== 'paused');
    const took = await waitUntilStatus(scene, 'completed');
    await assertRunComplete(scene);
    const { extra } = await callsMade(scene);
    assert(extra <= 2 * inFlight, `${extra} extra calls, and at most ${2 * inFlight} were refused`);
    return `went on with a new token; paused ${seconds(paused)} after the revocation ("${said}"); resumed and complete in ${seconds(took)}; ${extra} extra calls (two times ${inFlight} in flight)`;
  },
};

export const bulkMalformedReplies: Fault = {
  number: 26,
  title: 'bulk run: half, shuffled, doubled and incomplete answers',
  async run(context) {
    const scene = await beginRun(context, { latencyMs: 500 });
    const { simulator, client, runId, watch } = scene;
    const halves = 4;
    // Every tenth of a call is left out, and of the ten that are asked for again one more: the hundredth of each chunk.
    const odd = { latencyMs: 200, duplicateRows: true, missingTags: { every: 10 } };
    await simulator.faults({ ...odd, halfAnswer: { times: halves } });
    await waitUntilStatus(scene, 'completed');
    const serials = serialsInOrder(scene);
    const missing = new Set(serials.filter((_, at) => at % serialsPerCall === serialsPerCall - 1));
    const run = await assertRunComplete(scene, (serial) => missing.has(serial));
    assert(
      run.counts.failed >= missing.size,
      `${run.counts.failed} rows failed, at least ${missing.size} must`,
    );
    const { extra } = await callsMade(scene);
    // A repeat for each chunk, and for each half the call that was cut and perhaps the one before it.
    const most = scene.callsNeeded + 2 * halves;
    assert(extra <= most, `${extra} extra calls, at most ${most} are right`);

    await simulator.reset();
    await watch.startOver(() => client.call(retryBulkRun, { params: { runId } }));
    await waitUntilStatus(scene, 'completed');
    const after = await assertRunComplete(scene);
    const { callsByTag = {} } = await simulator.counts();
    const asked = Object.keys(callsByTag);
    assert(
      asked.length === missing.size && asked.every((tag) => missing.has(tag) && callsByTag[tag] === 1),
      `the retry asked for ${asked.length} serials, not for the ${missing.size} that failed`,
    );
    return `${run.counts.failed} rows failed for rows that the vendor left out twice, ${extra} extra calls (at most ${most}); the retry asked for those ${asked.length} serials alone and ${after.counts.failed} failed`;
  },
};
