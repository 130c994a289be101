import type { Server } from './processes.ts';

/** A figure of a process, by its name with the labels as the process writes them. NaN if it has not been counted yet. */
export async function readMetric(
  { internalUrl }: Pick<Server, 'internalUrl'>,
  name: string,
): Promise<number> {
  const lines = (await (await fetch(`${internalUrl}/metrics`)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length));
}

/** 99th percentile of the event loop delay in ms since the previous call, which each call resets. */
export const loopDelayMs = async (server: Pick<Server, 'internalUrl'>): Promise<number> =>
  1000 * (await readMetric(server, 'nodejs_eventloop_lag_p99_seconds'));
