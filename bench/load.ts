import { fileURLToPath } from 'node:url';
import { start } from '../harness/processes.ts';

const program = fileURLToPath(import.meta.resolve('autocannon'));

export interface Target {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface LoadOptions {
  seconds: number;
  /** Requests a second over all connections; without it, as many as go. */
  rate?: number;
}

export interface LoadReport {
  perSecond: number;
  p99: number;
}

interface Report {
  requests: { average: number };
  latency: { p99: number };
  non2xx: number;
  errors: number;
}

/** POSTs over and over, from a process of its own, so that the load takes none of the measured one's time. */
export async function load(target: Target, { seconds, rate }: LoadOptions): Promise<LoadReport> {
  const headers = Object.entries(target.headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const pace = rate === undefined ? [] : ['--overallRate', String(rate)];
  const run = start(process.execPath, [
    ...[
      program,
      '--json',
      '-c',
      '32',
      '-d',
      String(seconds),
      '-m',
      'POST',
      '-b',
      target.body,
      ...pace,
      ...headers,
    ],
    target.url,
  ]);
  const line = await run.line((text) => text.startsWith('{'), seconds * 1000 + 20_000);
  const { requests, latency, non2xx, errors } = JSON.parse(line) as Report;
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests were not answered well`);
  return { perSecond: requests.average, p99: latency.p99 };
}
