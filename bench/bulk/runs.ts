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
import type { Fleet } from '../../harness/fleet.ts';
import { start, until } from '../../harness/processes.ts';
import { visit } from '../../harness/session.ts';
import { loopDelay, peakMemory, type System, startIdleProcess } from './system.ts';

const baseline = join(dirname(dirname(fileURLToPath(import.meta.url))), 'baseline/bulk.ts');
/** What the two workers have. */
const callsInFlight = 2 * callsPerWorker;
const longestRun = 30 * 60_000;

/** Times in ms. */
export interface BareSample {
  load: number;
  lookUp: number;
  write: number;
  total: number;
}

export interface ProductSample {
  status: BulkRun['status'];
  /** What is missing, doubled or changed. */
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
  await pipeline(Readable.from(fleet.pieces()), createWriteStream(path));
  return { fleet, path };
}

/** In a database of its own in the same PostgreSQL. */
export async function runBare(system: System, { fleet, path }: FleetOnDisk): Promise<BareSample> {
  const { observer, simulator, folder } = system;
  const written = join(folder, 'bare.csv');
  await observer.query('create database bare');
  const database = new URL(system.databaseUrl);
  database.pathname = '/bare';
  const args = [database.href, simulator.url, path, written, String(callsInFlight)];
  const program = start(process.execPath, [baseline, ...args]);
  const sample = JSON.parse(await program.line((line) => line.startsWith('{'), longestRun)) as BareSample;
  await program.ended();
  await observer.query('drop database bare');
  const { mistakes } = await checkFile(written, fleet);
  if (mistakes.length > 0) throw new Error(`the bare steps are wrong: ${mistakes.join('; ')}`);
  return sample;
}

/** The whole journey over HTTP, then the checks. */
export async function runProduct(system: System, onDisk: FleetOnDisk): Promise<ProductSample> {
  const { api, simulator, servers, folder } = system;
  const visitor = await visit(api.url);
  const written = join(folder, 'product.csv');
  await simulator.reset();
  for (const { server } of servers) await loopDelay(server);
  const idle = startIdleProcess();

  const begun = Date.now();
  const runId = await createRun(visitor);
  await sendFile(visitor, runId, createReadStream(onDisk.path, { highWaterMark: 1 << 18 }));
  const sent = Date.now();
  // As a screen would: often for a short run, once a second for a long one.
  const everyMs = Math.min(1000, Math.max(50, onDisk.fleet.rows / 200));
  const watch = watchProgress(() => visitor, runId, everyMs);
  await until('the run to end', () => watch.last !== null && watch.last.status !== 'processing', longestRun);
  const looked = Date.now();
  await watch.stop();
  await saveFile(visitor, runId, written);
  const ended = Date.now();

  const idleDelay = await idle.stop();
  const processes = await Promise.all(
    servers.map(async ({ name, server }) => ({
      name,
      memory: await peakMemory(server),
      delay: await loopDelay(server),
    })),
  );
  const run = await readRun(visitor, runId);
  const started = await startOf(system, runId);
  const { calls, tagsAsked } = await simulator.counts('short');
  const mistakes = [
    ...watch.wentBack.map((step) => `progress went back from ${step}`),
    ...(await mistakesIn(run, onDisk.fleet, written)),
    ...(await checkResults(visitor, run)),
    ...mistakesInCalls(onDisk.fleet, calls.assetEntitlements, tagsAsked),
  ];
  return {
    status: run.status,
    mistakes,
    upload: sent - begun,
    prepare: started - sent,
    lookUp: looked - started,
    download: ended - looked,
    total: ended - begun,
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

/** Every row has exactly one outcome, and the file says the same as the counts. */
async function mistakesIn({ status, counts }: BulkRun, fleet: Fleet, path: string): Promise<string[]> {
  const file = await checkFile(path, fleet);
  const expected = {
    found: file.counts.found,
    'not-known': file.counts['not-known'],
    'not-processed': fleet.rows - fleet.askedRows,
    ...{ failed: 0, ambiguous: 0, skipped: 0, pending: 0 },
  };
  const mistakes = Object.entries(expected)
    .filter(([outcome, count]) => counts[outcome as keyof typeof counts] !== count)
    .map(([outcome, count]) => `${counts[outcome as keyof typeof counts]} rows are ${outcome}, not ${count}`);
  if (expected.found + expected['not-known'] !== fleet.askedRows)
    mistakes.push(`${expected.found + expected['not-known']} rows have an answer, not ${fleet.askedRows}`);
  if (status !== 'completed') mistakes.push(`the run is ${status}`);
  return [...mistakes, ...file.mistakes];
}

/** The simulator leaves nothing out unless told to, so there is nothing to ask for twice. */
function mistakesInCalls({ askedSerials }: Fleet, calls: number, tags: number): string[] {
  const expected = Math.ceil(askedSerials / 100);
  return [
    ...(calls === expected ? [] : [`${calls} calls were made and not ${expected}`]),
    ...(tags === askedSerials ? [] : [`${tags} serials were asked for and not ${askedSerials}`]),
  ];
}
