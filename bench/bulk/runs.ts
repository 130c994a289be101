import { createReadStream, createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { checkFile, checkResults } from '../../harness/bulk-check.ts';
import {
  callsPerWorker,
  createRun,
  readRun,
  saveFile,
  sendFile,
  watchProgress,
} from '../../harness/bulk-run.ts';
import { createDatabase } from '../../harness/databases.ts';
import type { Fleet } from '../../harness/fleet.ts';
import { loopDelayMs } from '../../harness/metrics.ts';
import { start, waitUntil } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { peakMemory, type System, startIdleProcess } from './system.ts';

const baseline = join(dirname(dirname(fileURLToPath(import.meta.url))), 'baseline/bulk.ts');
/** Same as the two workers together. */
const callsInFlight = 2 * callsPerWorker;
const runTimeoutMs = 30 * 60_000;

/** Times in ms. */
export interface BaselineSample {
  load: number;
  lookUp: number;
  write: number;
  total: number;
}

export interface ProductSample {
  status: BulkRun['status'];
  /** Rows, results or calls that are missing, duplicated or wrong. */
  mistakes: string[];
  upload: number;
  prepare: number;
  lookUp: number;
  download: number;
  total: number;
  calls: number;
  tags: number;
  idleDelay: number;
  processes: { name: string; memory: number; delay: number }[];
}

export interface FleetOnDisk {
  fleet: Fleet;
  path: string;
}

export async function writeFleet({ folder }: System, fleet: Fleet): Promise<FleetOnDisk> {
  const path = join(folder, 'fleet.csv');
  await pipeline(Readable.from(fleet.chunks()), createWriteStream(path));
  return { fleet, path };
}

/** Runs in a separate database on the same PostgreSQL. */
export async function runBaseline(system: System, { fleet, path }: FleetOnDisk): Promise<BaselineSample> {
  const { observer, simulator, folder } = system;
  const written = join(folder, 'bare.csv');
  const database = await createDatabase(system.postgres, 'bare');
  const args = [database, simulator.url, path, written, String(callsInFlight)];
  const program = start(process.execPath, [baseline, ...args]);
  const sample = JSON.parse(
    await program.waitForLine((line) => line.startsWith('{'), runTimeoutMs),
  ) as BaselineSample;
  await program.ended();
  await observer.query('drop database bare');
  const { errors } = await checkFile(written, fleet);
  if (errors.length > 0) throw new Error(`the output of the baseline is wrong: ${errors.join('; ')}`);
  return sample;
}

/** Runs the whole flow over HTTP, then the checks. */
export async function runProduct(system: System, onDisk: FleetOnDisk): Promise<ProductSample> {
  const { api, simulator, servers, folder } = system;
  const client = await createTestClient(api.url);
  const written = join(folder, 'product.csv');
  await simulator.reset();
  for (const { server } of servers) await loopDelayMs(server);
  const idle = startIdleProcess();

  const startedAt = Date.now();
  const runId = await createRun(client);
  await sendFile(client, runId, createReadStream(onDisk.path, { highWaterMark: 1 << 18 }));
  const sent = Date.now();
  // Polls as the page does: often for a short run, once a second for a long one.
  const everyMs = Math.min(1000, Math.max(50, onDisk.fleet.rows / 200));
  const watch = watchProgress(() => client, runId, everyMs);
  await waitUntil(
    'the run to end',
    () => watch.last !== null && watch.last.status !== 'processing',
    runTimeoutMs,
  );
  const looked = Date.now();
  await watch.stop();
  await saveFile(client, runId, written);
  const ended = Date.now();

  const idleDelay = await idle.stop();
  const processes = await Promise.all(
    servers.map(async ({ name, server }) => ({
      name,
      memory: await peakMemory(server),
      delay: await loopDelayMs(server),
    })),
  );
  const run = await readRun(client, runId);
  const started = await startOf(system, runId);
  const { calls, tagsAsked } = await simulator.counts('short');
  const mistakes = [
    ...watch.regressions.map((step) => `progress decreased from ${step}`),
    ...(await findErrors(run, onDisk.fleet, written)),
    ...(await checkResults(client, run)),
    ...mistakesInCalls(onDisk.fleet, calls.assetEntitlements, tagsAsked),
  ];
  return {
    status: run.status,
    mistakes,
    upload: sent - startedAt,
    prepare: started - sent,
    lookUp: looked - started,
    download: ended - looked,
    total: ended - startedAt,
    calls: calls.assetEntitlements,
    tags: tagsAsked,
    idleDelay,
    processes,
  };
}

async function startOf({ observer }: System, runId: string): Promise<number> {
  const { rows } = await observer.query<{ at: Date }>(
    'select started_at as at from bulk_runs where id = $1',
    [runId],
  );
  return rows[0]?.at.getTime() ?? Number.NaN;
}

/** Checks that every row has exactly one outcome and that the file agrees with the counts. */
async function findErrors({ status, counts }: BulkRun, fleet: Fleet, path: string): Promise<string[]> {
  const file = await checkFile(path, fleet);
  const expected = {
    found: file.counts.found,
    'not-known': file.counts['not-known'],
    'not-processed': fleet.rows - fleet.lookupRows,
    ...{ failed: 0, ambiguous: 0, skipped: 0, pending: 0 },
  };
  const mistakes = Object.entries(expected)
    .filter(([outcome, count]) => counts[outcome as keyof typeof counts] !== count)
    .map(([outcome, count]) => `${counts[outcome as keyof typeof counts]} rows are ${outcome}, not ${count}`);
  if (expected.found + expected['not-known'] !== fleet.lookupRows)
    mistakes.push(`${expected.found + expected['not-known']} rows have a result, not ${fleet.lookupRows}`);
  if (status !== 'completed') mistakes.push(`the run is ${status}`);
  return [...mistakes, ...file.errors];
}

/** The simulator omits no rows by default, so no serial needs a second request. */
function mistakesInCalls({ lookupSerials }: Fleet, calls: number, tags: number): string[] {
  const expected = Math.ceil(lookupSerials / 100);
  return [
    ...(calls === expected ? [] : [`${calls} calls were made instead of ${expected}`]),
    ...(tags === lookupSerials ? [] : [`${tags} serials were requested instead of ${lookupSerials}`]),
  ];
}
