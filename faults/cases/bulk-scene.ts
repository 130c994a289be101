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
import { until } from '../../harness/processes.ts';
import { type Visitor, visit } from '../../harness/session.ts';
import { type Simulator, startSimulator } from '../../harness/simulator.ts';
import { demand, type FaultContext } from '../fault.ts';
import { type Installation, install, replaceWorker } from '../installation.ts';

export const serialsPerCall = 100;

/** A run in an installation of its own, with its vendor and somebody who watches. */
export interface Scene extends Installation {
  simulator: Simulator;
  fleet: Fleet;
  /** Of the api that still runs. */
  visitor: Visitor;
  runId: string;
  watch: ProgressWatch;
  /** Calls that the run needs where nothing goes wrong. */
  callsNeeded: number;
  /** After that many ms something is stuck. */
  patience: number;
}

export interface SceneOptions {
  apis?: number;
  workers?: number;
  env?: Record<string, string>;
  rows?: number;
  /** The vendor takes this long for an answer: time in which things can break. */
  latencyMs?: number;
}

/** Everything up to a run that waits for its file. */
export async function setUp(context: FaultContext, options: SceneOptions = {}): Promise<Scene> {
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
  const visitor = await visit(installation.apis[0]?.url ?? '');
  const runId = await createRun(visitor);
  const watch = watchProgress(() => scene.visitor, runId, 100);
  const callsNeeded = Math.ceil(fleet.askedSerials / serialsPerCall);
  const patience = context.full ? 900_000 : 90_000;
  const scene: Scene = { ...installation, simulator, fleet, visitor, runId, watch, callsNeeded, patience };
  context.cleanup(() => watch.stop());
  return scene;
}

export async function beginRun(context: FaultContext, options: SceneOptions = {}): Promise<Scene> {
  const scene = await setUp(context, options);
  await sendFile(scene.visitor, scene.runId, scene.fleet.pieces());
  return scene;
}

/** Rows that were asked for and have an outcome. */
function answeredIn({ counts }: Progress): number {
  return counts.found + counts['not-known'] + counts.ambiguous + counts.failed;
}

/** Waits until this share of what is to be asked is done. */
export async function untilDone({ watch, fleet, patience }: Scene, share: number): Promise<void> {
  await until(
    `${share} of the rows`,
    () => watch.last !== null && answeredIn(watch.last) >= fleet.askedRows * share,
    patience,
  );
}

/** Waits until that many calls have reached the vendor. */
export async function untilCalls({ simulator, patience }: Scene, calls: number): Promise<void> {
  const made = async () => (await simulator.counts('short')).calls.assetEntitlements;
  await until(`${calls} calls`, async () => (await made()) >= calls, patience);
}

export async function untilStatus({ watch, patience }: Scene, status: Progress['status']): Promise<number> {
  return until(`the run to be ${status}`, () => watch.last?.status === status, patience).catch((error) => {
    throw new Error(`the run stands at ${JSON.stringify(watch.last)}`, { cause: error });
  });
}

/** The serials that are asked for, in the order of the file: the first hundred are the first chunk. */
export function serialsInOrder({ fleet }: Scene): string[] {
  const serials = new Set<string>();
  for (let at = 0; at < fleet.rows; at += 1) if (fleet.isAsked(at)) serials.add(fleet.serial(at));
  return [...serials];
}

export interface CallsMade {
  /** Beyond those that the run needs. */
  extra: number;
  /** Serials that were asked for more often than once. */
  askedAgain: string[];
}

export async function callsMade({ simulator, callsNeeded, fleet }: Scene): Promise<CallsMade> {
  const { calls, callsByTag = {}, tagsAsked } = await simulator.counts();
  const asked = Object.entries(callsByTag);
  demand(
    asked.length === fleet.askedSerials,
    `${asked.length} of ${fleet.askedSerials} serials were asked for`,
  );
  const askedAgain = asked.filter(([, times]) => times > 1).map(([tag]) => tag);
  const sum = asked.reduce((total, [, times]) => total + times, 0);
  demand(sum === tagsAsked, 'the simulator counts two ways');
  return { extra: calls.assetEntitlements - callsNeeded, askedAgain };
}

/**
 * The run is complete, progress never went back, every row is there once with one outcome, and the counts, the pages
 * and the file agree. All rows that were asked for have an answer, but those that are expected to have failed.
 */
export async function demandWhole(
  scene: Scene,
  isFailureRight: (serial: string) => boolean = () => false,
): Promise<BulkRun> {
  const { watch, fleet, visitor, runId, dir } = scene;
  demand(watch.wentBack.length === 0, `progress went back: ${watch.wentBack.join(', ')}`);
  const run = await readRun(visitor, runId);
  demand(run.status === 'completed', `the run is ${run.status}`);
  const path = join(dir, 'result.csv');
  await saveFile(visitor, runId, path);
  const { counts, mistakes, failedSerials } = await checkFile(path, fleet);
  const wrongly = [...failedSerials].filter((serial) => !isFailureRight(serial));
  const all = [
    ...mistakes,
    ...(await checkResults(visitor, run)),
    ...(wrongly.length > 0 ? [`${wrongly.length} serials failed, such as ${wrongly[0]}`] : []),
  ];
  const sum = Object.values(run.counts).reduce((total, count) => total + count, 0);
  if (sum !== fleet.rows) all.push(`the counts add up to ${sum}, not ${fleet.rows}`);
  if (counts.nothing !== fleet.rows - fleet.askedRows) all.push(`${counts.nothing} rows were not asked for`);
  for (const outcome of ['found', 'not-known', 'failed'] as const)
    if (run.counts[outcome] !== counts[outcome])
      all.push(`${run.counts[outcome]} are counted as ${outcome}, ${counts[outcome]} are in the file`);
  demand(all.length === 0, all.join('\n'));
  return run;
}

/**
 * Kills a worker and starts another in its place; the calls that were paid for in vain. The worker is stopped first, so
 * that it takes no more while they are counted; jobs long without a sign of life were another's.
 */
export async function killWorker(context: FaultContext, scene: Scene, at: number): Promise<number> {
  scene.workers[at]?.child.kill('SIGSTOP');
  const { rows } = await scene.observer.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job
      where name = 'bulk.chunk' and state = 'active' and heartbeat_on > now() - interval '10 seconds'`,
  );
  await replaceWorker(context, scene, at);
  return Math.min(rows[0]?.count ?? 0, callsPerWorker);
}
