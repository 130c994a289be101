import { join } from 'node:path';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { Progress } from '@warranty/contracts/progress';
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
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type FaultContext } from '../fault.ts';
import { type Installation, type InstallationOptions, replaceWorker } from '../installation.ts';
import { type InstallationWithVendor, installWithVendor } from '../with-vendor.ts';

export const serialsPerCall = 100;

/** A run in its own installation, with a simulated vendor and a progress watcher. */
export interface BulkFixture extends InstallationWithVendor {
  fleet: Fleet;
  /** Client of an api process that is still running. */
  client: TestClient;
  runId: string;
  watch: ProgressWatch;
  /** Calls that the run needs if nothing goes wrong. */
  callsNeeded: number;
  /** A wait longer than this means that something is stuck. */
  timeoutMs: number;
}

export interface FixtureOptions extends InstallationOptions {
  rows?: number;
  /** With `--full`, instead of 100,000. */
  fullRows?: number;
  /** Latency of the vendor's replies: time in which things can break. */
  latencyMs?: number;
}

/** Sets up everything except the upload of the file. */
export async function setUp(context: FaultContext, options: FixtureOptions = {}): Promise<BulkFixture> {
  const { latencyMs = 0, rows = 5000, fullRows = 100_000, env, ...installed } = options;
  const installation = await installWithVendor(context, {
    workers: 2,
    ...installed,
    env: { DELL_CALLS_PER_SECOND: '500', BREAKER_SECONDS: '2', ...env },
  });
  if (latencyMs > 0) await installation.simulator.faults({ latencyMs });
  const fleet = createFleet({ rows: context.full ? fullRows : rows, dellOfTen: 9, repeatedOfTen: 1 });
  const client = await createTestClient(installation.api.url);
  const runId = await createRun(client);
  const watch = watchProgress(() => scene.client, runId, 100);
  const callsNeeded = Math.ceil(fleet.lookupSerials / serialsPerCall);
  const timeoutMs = context.full ? 900_000 : 180_000;
  const scene: BulkFixture = { ...installation, fleet, client, runId, watch, callsNeeded, timeoutMs };
  context.cleanup(() => watch.stop());
  return scene;
}

export async function beginRun(context: FaultContext, options: FixtureOptions = {}): Promise<BulkFixture> {
  const scene = await setUp(context, options);
  await sendFile(scene.client, scene.runId, scene.fleet.chunks());
  return scene;
}

/** Rows that were looked up and have an outcome. */
function resultIn({ counts }: Progress): number {
  return counts.found + counts['not-known'] + counts.ambiguous + counts.failed;
}

/** Waits until this share of the rows to look up is done. */
export async function waitUntilDone({ watch, fleet, timeoutMs }: BulkFixture, share: number): Promise<void> {
  await waitUntil(
    `a share of ${share} of the rows`,
    () => watch.last !== null && resultIn(watch.last) >= fleet.lookupRows * share,
    timeoutMs,
  );
}

/** Waits until the vendor has received this many calls. */
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
      throw new Error(`the run is at ${JSON.stringify(watch.last)}`, { cause: error });
    },
  );
}

/** The serials to look up, in file order: the first hundred are the first chunk. */
export function serialsInOrder({ fleet }: BulkFixture): string[] {
  const serials = new Set<string>();
  for (let index = 0; index < fleet.rows; index += 1)
    if (fleet.isLookedUp(index)) serials.add(fleet.serial(index));
  return [...serials];
}

export interface CallsMade {
  /** Calls beyond those that the run needs. */
  extra: number;
  /** Serials that were requested more than once. */
  calledAgain: string[];
}

export async function callsMade({ simulator, callsNeeded, fleet }: BulkFixture): Promise<CallsMade> {
  const { calls, callsByTag = {}, tagsAsked } = await simulator.counts();
  const asked = Object.entries(callsByTag);
  assert(
    asked.length === fleet.lookupSerials,
    `${asked.length} of ${fleet.lookupSerials} serials were requested`,
  );
  const calledAgain = asked.filter(([, times]) => times > 1).map(([tag]) => tag);
  const sum = asked.reduce((total, [, times]) => total + times, 0);
  assert(sum === tagsAsked, 'the counts of the simulator disagree');
  return { extra: calls.assetEntitlements - callsNeeded, calledAgain };
}

/**
 * Asserts that the run is complete, progress never decreased, every row appears once with one outcome, and the counts, the
 * pages and the file agree. Every row that was looked up has a result, except those expected to fail.
 */
export async function assertRunComplete(
  scene: BulkFixture,
  isFailureRight: (serial: string) => boolean = () => false,
): Promise<BulkRun> {
  const { watch, fleet, client, runId, dir } = scene;
  assert(watch.regressions.length === 0, `progress decreased: ${watch.regressions.join(', ')}`);
  const run = await readRun(client, runId);
  assert(run.status === 'completed', `the run is ${run.status}`);
  const path = join(dir, 'result.csv');
  await saveFile(client, runId, path);
  const { counts, errors, failedSerials } = await checkFile(path, fleet);
  const wrongly = [...failedSerials].filter((serial) => !isFailureRight(serial));
  const all = [
    ...errors,
    ...(await checkResults(client, run)),
    ...(wrongly.length > 0
      ? [`${wrongly.length} serials failed unexpectedly, for example ${wrongly[0]}`]
      : []),
  ];
  const sum = Object.values(run.counts).reduce((total, count) => total + count, 0);
  if (sum !== fleet.rows) all.push(`the counts add up to ${sum}, not ${fleet.rows}`);
  if (counts.notLookedUp !== fleet.rows - fleet.lookupRows)
    all.push(`${counts.notLookedUp} rows were not looked up`);
  for (const outcome of ['found', 'not-known', 'failed'] as const)
    if (run.counts[outcome] !== counts[outcome])
      all.push(`${run.counts[outcome]} rows are counted as ${outcome}, the file has ${counts[outcome]}`);
  assert(all.length === 0, all.join('\n'));
  return run;
}

/** Waits until the run is completed and asserts that it is complete. Returns how long that took. */
export async function waitUntilComplete(scene: BulkFixture): Promise<number> {
  const took = await waitUntilStatus(scene, 'completed');
  await assertRunComplete(scene);
  return took;
}

/** Asserts that the run needed at most this many calls more than it would if nothing had gone wrong. Returns how many. */
export async function assertExtraCalls(scene: BulkFixture, most = 0): Promise<number> {
  const { extra, calledAgain } = await callsMade(scene);
  const told = `${extra} extra calls instead of at most ${most}; ${calledAgain.length} serials were requested again`;
  assert(extra <= most, told);
  return extra;
}

/**
 * Kills a worker, starts a replacement and returns how many calls were wasted. The worker is stopped (SIGSTOP) first so
 * that it claims nothing while they are counted; jobs with an old heartbeat belong to another worker.
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

/**
 * Backdates the heartbeats of a killed worker instead of waiting ten seconds, which is too slow without
 * `--full`.
 */
export async function letHeartbeatsEnd({ observer }: BulkFixture, jobs: string[]): Promise<void> {
  await observer.query(
    `update pgboss.job set heartbeat_on = now() - interval '1 minute' where id = any($1) and state = 'active'`,
    [jobs],
  );
}

/** Starts the retries after crashes, of one chunk or of all, instead of waiting for minutes. */
export async function letRetriesStart({ observer }: BulkFixture, chunk?: number): Promise<void> {
  await observer.query(
    `update pgboss.job set start_after = now()
      where name = 'bulk.chunk' and state < 'active' and start_after > now()
        and (data->>'chunk')::int = coalesce($1, (data->>'chunk')::int)`,
    [chunk ?? null],
  );
}

export function assertRunning({ apis, workers }: Installation): void {
  for (const { child, lines } of [...apis, ...workers])
    assert(child.exitCode === null, `a process exited:\n${lines.slice(-3).join('\n')}`);
}
