import { setTimeout as delay } from 'node:timers/promises';
import { resumeBulkRun, retryBulkRun } from '@warranty/contracts/bulk-lookup';
import { callsPerWorker, sendFile } from '../../harness/bulk-run.ts';
import { waitUntil } from '../../harness/processes.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import {
  assertExtraCalls,
  assertRunComplete,
  type BulkFixture,
  beginRun,
  callsMade,
  serialsInOrder,
  serialsPerCall,
  setUp,
  waitUntilCalls,
  waitUntilComplete,
  waitUntilDone,
  waitUntilStatus,
} from './bulk-fixture.ts';

/** More than will be used: the number left shows how many were. */
const plenty = 100_000;
const inFlight = 2 * callsPerWorker;

export const bulkOutage: Fault = {
  number: 23,
  slow: true,
  title: 'bulk run: the vendor returns 500 for a while',
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
    const took = await waitUntilComplete(scene);
    // The breaker opens after five failures and then allows one call every two seconds.
    const most = inFlight + outage / 2000 + 1;
    assert(refused > 0 && refused <= most, `${refused} calls in an outage, expected at most ${most}`);
    const { extra } = await callsMade(scene);
    // One more call may have failed between reading the count and the end of the outage.
    assert(extra >= refused && extra <= refused + 1, `${extra} extra calls, but ${refused} failed`);
    return `${refused} calls failed in ${seconds(outage)}, no row failed, complete ${seconds(took)} after the end; ${extra} extra calls`;
  },
};

/**
 * Waits until all processes know of a 429, then until its window ends. Returns the number of calls started inside the
 * window.
 */
async function callsInWindow({ observer, simulator }: BulkFixture): Promise<number> {
  const blockedUntil = async () => {
    const { rows } = await observer.query<{ at: Date }>(
      'select blocked_until as at from vendor_gates where blocked_until > clock_timestamp()',
    );
    return rows[0]?.at.getTime();
  };
  await waitUntil('a call to get 429', async () => (await blockedUntil()) !== undefined);
  const known = Date.now();
  const end = (await blockedUntil()) ?? known;
  await delay(end - known);
  const { startedAt } = await simulator.counts('short');
  // Calls that had a slot before may still be on their way to the vendor.
  return startedAt.filter((at) => at > known + 700 && at < end).length;
}

export const bulkBusy: Fault = {
  number: 24,
  slow: true,
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
    await waitUntilComplete(scene);
    const { extra } = await callsMade(scene);
    assert(inside === 0, `${inside} calls inside the windows`);
    assert(extra === windows, `${extra} extra calls for ${windows} replies with 429`);
    return `${windows} windows of ${retryAfter} s, 0 calls inside, ${extra} extra calls for ${windows} replies with 429, no row failed`;
  },
};

export const bulkKeys: Fault = {
  number: 25,
  title: 'bulk run: the token expires, then the keys are revoked and restored',
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
      'the token to expire',
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
    assert(quiet === later, `${later - quiet} calls while the run was paused`);

    await simulator.faults({ latencyMs });
    await client.call(resumeBulkRun, { params: { runId } });
    await waitUntil('the run to continue', () => watch.last?.status !== 'paused');
    const took = await waitUntilComplete(scene);
    const extra = await assertExtraCalls(scene, 2 * inFlight);
    return `continued with a new token; paused ${seconds(paused)} after the revocation ("${said}"); resumed and complete in ${seconds(took)}; ${extra} extra calls (two times ${inFlight} in flight)`;
  },
};

export const bulkMalformedReplies: Fault = {
  number: 26,
  title: 'bulk run: truncated, shuffled, duplicated and incomplete replies',
  async run(context) {
    const scene = await beginRun(context, { latencyMs: 500 });
    const { simulator, client, runId, watch } = scene;
    const halves = 4;
    // The vendor omits every tenth tag of a call, and one of the ten that are requested again: the hundredth of each chunk.
    const odd = { latencyMs: 200, duplicateRows: true, missingTags: { every: 10 } };
    await simulator.faults({ ...odd, halfAnswer: { times: halves } });
    await waitUntilStatus(scene, 'completed');
    const serials = serialsInOrder(scene);
    const missing = new Set(serials.filter((_, index) => index % serialsPerCall === serialsPerCall - 1));
    const run = await assertRunComplete(scene, (serial) => missing.has(serial));
    assert(
      run.counts.failed >= missing.size,
      `${run.counts.failed} rows failed, expected at least ${missing.size}`,
    );
    // One repeat per chunk, and for each truncated reply the call itself and possibly the one before it.
    const most = scene.callsNeeded + 2 * halves;
    const extra = await assertExtraCalls(scene, most);

    await simulator.reset();
    await watch.startOver(() => client.call(retryBulkRun, { params: { runId } }));
    await waitUntilStatus(scene, 'completed');
    const after = await assertRunComplete(scene);
    const { callsByTag = {} } = await simulator.counts();
    const asked = Object.keys(callsByTag);
    assert(
      asked.length === missing.size && asked.every((tag) => missing.has(tag) && callsByTag[tag] === 1),
      `the retry requested ${asked.length} serials, not the ${missing.size} that failed`,
    );
    return `${run.counts.failed} rows failed because the vendor omitted them twice, ${extra} extra calls (at most ${most}); the retry requested only those ${asked.length} serials and ${after.counts.failed} failed`;
  },
};

const poisonedSerials = 3;

export const bulkPoisonRows: Fault = {
  number: 101,
  title: 'bulk run: a few rows that can never be read fail alone',
  async run(context) {
    const scene = await setUp(context, { rows: 2000 });
    const poisoned = serialsInOrder(scene)
      .filter((_, index) => index % 701 === 5)
      .slice(0, poisonedSerials);
    await scene.simulator.faults({ malformedTags: poisoned });
    await sendFile(scene.client, scene.runId, scene.fleet.chunks());
    await waitUntilStatus(scene, 'completed');
    const run = await assertRunComplete(scene, (serial) => poisoned.includes(serial));
    const { fleet } = scene;
    const expected = Array.from({ length: fleet.rows }, (_, at) => fleet.serial(at)).filter((serial) =>
      poisoned.includes(serial),
    ).length;
    assert(run.counts.failed === expected, `${run.counts.failed} rows failed, expected ${expected}`);
    const { extra, calledAgain } = await callsMade(scene);
    const others = calledAgain.filter((serial) => !poisoned.includes(serial));
    assert(others.length === 0, `${others.length} other serials were requested again`);
    return `${expected} rows of ${poisoned.length} serials failed and no others; ${extra} extra calls`;
  },
};
