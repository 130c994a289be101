import { join } from 'node:path';
import type { BulkRun, Progress } from '@warranty/contracts/bulk-lookup';
import { checkFile, checkResults } from '../../harness/bulk-check.ts';
import {
  callsPerWorker,
  createRun,
  type ProgressWatch,
  readRun,
  saveFile,
  sendFile,
  watchProgress,
} from '../../harness/bulk-run.ts';
import { createFleet, type Fleet } from '../../harness/fleet.ts';
import { waitUntil } from '../../harness/processes.ts';
import { type Simulator, startSimulator } from '../../harness/simulator.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type FaultContext } from '../fault.ts';
import { type Installation, install, replaceWorker } from '../installation.ts';

export const serialsPerCall = 100;

/** A run in an installation of its own, with its vendor and somebody who watches. */
export interface BulkFixture extends Installation {
  simulator: Simulator;
  fleet: Fleet;
  /** Of the api that still runs. */
  client: TestClient;
  runId: string;
  watch: ProgressWatch;
  /** Calls that the run needs where nothing goes wrong. */
  callsNeeded: number;
  /** After that many ms something is stuck. */
  timeoutMs: number;
}

export interface FixtureOptions {
  apis?: number;
  workers?: number;
  env?: Record<string, string>;
  rows?: number;
  /** The vendor takes this long for an answer: time in which things can break. */
  latencyMs?: number;
}

/** Everything up to a run that waits for its file. */
export async function setUp(context: FaultContext, options: FixtureOptions = {}): Promise<BulkFixture> {
  const { apis = 1, workers = 2, env, latencyMs = 0, rows = 5000 } = options;
  const simulator = await startSimulator('open');
  context.cleanup(() => simulator.stop());
  const installation = await install(context, {
    apis,
    workers,
    env: {
      DELL_CLIENT_ID: 'sim-client',
      DELL_CLIENT_SECRET: 'sim-secret',
      DELL_BASE_URL: simulator.url,
      DELL_CALLS_PER_SECOND: '500',
      BREAKER_SECONDS: '2',
      ...env,
    },
  });
  if (latencyMs > 0) await simulator.faults({ latencyMs });
  const fleet = createFleet({ rows: context.full ? 100_000 : rows, dellOfTen: 9, repeatedOfTen: 1 });
  const client = await createTestClient(installation.apis[0]?.url ?? '');
  const runId = await createRun(client);
  const watch = watchProgress(() => scene.client, runId, 100);
  const callsNeeded = Math.ceil(fleet.lookupSerials / serialsPerCall);
  const timeoutMs = context.full ? 900_000 : 90_000;
  const scene: BulkFixture = {
    ...installation,
    simulator,
    fleet,
    client,
    runId,
    watch,
    callsNeeded,
    timeoutMs,
  };
  context.cleanup(() => watch.stop());
  return scene;
}

export async function beginRun(context: FaultContext, options: FixtureOptions = {}): Promise<BulkFixture> {
  const scene = await setUp(context, options);
  await sendFile(scene.client, scene.runId, scene.fleet.chunks());
  return scene;
}

/** Rows that were asked for and have an outcome. */
function resultIn({ counts }: Progress): number {
  return counts.found + counts['not-known'] + counts.ambiguous + counts.failed;
}

/** Waits until this share of what is to be asked is done. */
export async function waitUntilDone({ watch, fleet, timeoutMs }: BulkFixture, share: number): Promise<void> {
  await waitUntil(
    `${share} of the rows`,
    () => watch.last !== null && resultIn(watch.last) >= fleet.lookupRows * share,
    timeoutMs,
  );
}

/** Waits until that many calls have reached the vendor. */
export async function waitUntilCalls({ simulator, timeoutMs }: BulkFixture, calls: number): Promise<void> {
  const made = async () => (await simulator.counts('short')).calls.assetEntitlements;
  await waitUntil(`${calls} calls`, async () => (await made()) >= calls, timeoutMs);
}

export async function waitUntilStatus(
  { watch, timeoutMs }: BulkFixture,
  status: Progress['status'],
): Promise<number> {
  return waitUntil(`the run to be ${status}`, () => watch.last?.status === status, timeoutMs).catch(
    (error) => {
      throw new Error(`the run stands at ${JSON.stringify(watch.last)}`, { cause: error });
    },
  );
}

/** The serials that are asked for, in the order of the file: the first hundred are the first chunk. */
export function serialsInOrder({ fleet }: BulkFixture): string[] {
  const serials = new Set<string>();
  for (let at = 0; at < fleet.rows; at += 1) if (fleet.isLookedUp(at)) serials.add(fleet.serial(at));
  return [...serials];
}

export interface CallsMade {
  /** Beyond those that the run needs. */
  extra: number;
  /** Serials that were asked for more often than once. */
  calledAgain: string[];
}

export async function callsMade({ simulator, callsNeeded, fleet }: BulkFixture): Promise<CallsMade> {
  const { calls, callsByTag = {}, tagsAsked } = await simulator.counts();
  const asked = Object.entries(callsByTag);
  assert(
    asked.length === fleet.lookupSerials,
    `${asked.length} of ${fleet.lookupSerials} serials were asked for`,
  );
  const calledAgain = asked.filter(([, times]) => times > 1).map(([tag]) => tag);
  const sum = asked.reduce((total, [, times]) => total + times, 0);
  assert(sum === tagsAsked, 'the simulator counts two ways');
  return { extra: calls.assetEntitlements - callsNeeded, calledAgain };
}

/**
 * The run is complete, progress never went back, every row is there once with one outcome, and the counts, the pages
 * and the file agree. All rows that were asked for have an answer, but those that are expected to have failed.
 */
export async function assertRunComplete(
  scene: BulkFixture,
  isFailureRight: (serial: string) => boolean = () => false,
): Promise<BulkRun> {
  const { watch, fleet, client, runId, dir } = scene;
  assert(watch.regressions.length === 0, `progress went back: ${watch.regressions.join(', ')}`);
  const run = await readRun(client, runId);
  assert(run.status === 'completed', `the run is ${run.status}`);
  const path = join(dir, 'result.csv');
  await saveFile(client, runId, path);
  const { counts, errors, failedSerials } = await checkFile(path, fleet);
  const wrongly = [...failedSerials].filter((serial) => !isFailureRight(serial));
  const all = [
    ...errors,
    ...(await checkResults(client, run)),
    ...(wrongly.length > 0 ? [`${wrongly.length} serials failed, such as ${wrongly[0]}`] : []),
  ];
  const sum = Object.values(run.counts).reduce((total, count) => total + count, 0);
  if (sum !== fleet.rows) all.push(`the counts add up to ${sum}, not ${fleet.rows}`);
  if (counts.notLookedUp !== fleet.rows - fleet.lookupRows)
    all.push(`${counts.notLookedUp} rows were not asked for`);
  for (const outcome of ['found', 'not-known', 'failed'] as const)
    if (run.counts[outcome] !== counts[outcome])
      all.push(`${run.counts[outcome]} are counted as ${outcome}, ${counts[outcome]} are in the file`);
  assert(all.length === 0, all.join('\n'));
  return run;
}

/**
 * Kills a worker and starts another in its place; the calls that were paid for in vain. The worker is stopped first, so
 * that it takes no more while they are counted; jobs long without a sign of life were another's.
 */
export async function killWorker(context: FaultContext, scene: BulkFixture, at: number): Promise<number> {
  scene.workers[at]?.child.kill('SIGSTOP');
  const { rows } = await scene.observer.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job
      where name = 'bulk.chunk' and state = 'active' and heartbeat_on > now() - interval '10 seconds'`,
  );
  await replaceWorker(context, scene, at);
  return Math.min(rows[0]?.count ?? 0, callsPerWorker);
}
