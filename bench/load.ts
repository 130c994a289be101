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

interface LoadOptions {
  seconds: number;
  /** Send this many requests, however long they take, instead of running for `seconds`. */
  requests?: number;
}

interface LoadReport {
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

/**
 * Sends POST requests in a loop from a separate process, so that the load generator does not use the measured process's CPU
 * time.
 */
export async function load(target: Target, { seconds, requests: amount }: LoadOptions): Promise<LoadReport> {
  const headers = Object.entries(target.headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
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
      ...headers,
    ],
    target.url,
  ]);
  const line = await run.waitForLine((text) => text.startsWith('{'), seconds * 1000 + 20_000);
  const { requests, latency, non2xx, errors } = JSON.parse(line) as Report;
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed`);
  return { answered: requests.total, perSecond: requests.average, p99: latency.p99 };
}

/** Time limit for the requests of one comparison, in seconds. */
const longest = 120;

/**
 * Warms up a program that was just started, so that its hot code is compiled. Uses a number of requests, because a fixed
 * time on a busy machine would leave the code half compiled.
 */
export async function warmUp(target: Target, requests: number): Promise<void> {
  await load(target, { seconds: longest, requests });
}

/** Requests per second of wall time, and per second of CPU time of these programs. */
export async function loadTimed(pids: number[], target: Target, requests: number): Promise<Slice> {
  const { result, seconds, cpuSeconds } = await timed(pids, () =>
    load(target, { seconds: longest, requests }),
  );
  return { wall: result.answered / seconds, cpu: result.answered / cpuSeconds };
}

/** The headers of every reply of the product, without those specific to one reply. */
export async function commonHeaders(response: Response): Promise<Record<string, string>> {
  if (!response.ok) throw new Error(`the product replied with ${response.status}: ${await response.text()}`);
  const own = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'content-length']);
  return Object.fromEntries([...response.headers].filter(([name]) => !own.has(name)));
}
