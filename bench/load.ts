import { fileURLToPath } from 'node:url';
import { start } from '../harness/processes.ts';
import type { Slice } from './measurement.ts';
import { timed } from './paired/cpu-time.ts';

const program = fileURLToPath(import.meta.resolve('autocannon'));

export interface Target {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface LoadOptions {
  seconds: number;
  /** So many requests, however long they take, instead of the seconds. */
  requests?: number;
  /** Requests a second over all connections; without it, as many as go. */
  rate?: number;
}

export interface LoadReport {
  answered: number;
  perSecond: number;
  p99: number;
}

interface Report {
  requests: { average: number; total: number };
  latency: { p99: number };
  non2xx: number;
  errors: number;
}

/** POSTs over and over, from a process of its own, so that the load takes none of the measured one's time. */
export async function load(
  target: Target,
  { seconds, requests: amount, rate }: LoadOptions,
): Promise<LoadReport> {
  const headers = Object.entries(target.headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const pace = rate === undefined ? [] : ['--overallRate', String(rate)];
  const run = start(process.execPath, [
    ...[
      program,
      '--json',
      '-c',
      '32',
      ...(amount === undefined ? ['-d', String(seconds)] : ['-a', String(amount)]),
      '-m',
      'POST',
      '-b',
      target.body,
      ...pace,
      ...headers,
    ],
    target.url,
  ]);
  const line = await run.waitForLine((text) => text.startsWith('{'), seconds * 1000 + 20_000);
  const { requests, latency, non2xx, errors } = JSON.parse(line) as Report;
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests were not answered well`);
  return { answered: requests.total, perSecond: requests.average, p99: latency.p99 };
}

/** No comparison waits longer for its requests. */
const longest = 120;

/**
 * A program that was just started, made to compile what it runs often: by a number of requests, because on a busy
 * machine seconds would leave it half compiled.
 */
export async function warmUp(target: Target, requests: number): Promise<void> {
  await load(target, { seconds: longest, requests });
}

/** So many requests per second of the clock, and of the time that these programs had a processor. */
export async function loadTimed(pids: number[], target: Target, requests: number): Promise<Slice> {
  const { result, seconds, cpuSeconds } = await timed(pids, () =>
    load(target, { seconds: longest, requests }),
  );
  return { wall: result.answered / seconds, cpu: result.answered / cpuSeconds };
}
