import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog } from './platform/log.ts';
import { startCluster } from './platform/postgres/cluster.ts';

/**
 * Runs PostgreSQL for other processes: development, browser tests and fault tests. The first line of output is `{url,
 * adminUrl, pid}`. Stops on a signal or when standard input closes.
 */
export async function runPostgresCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { dir: { type: 'string', default: '.data' }, fast: { type: 'boolean', default: false } },
  });
  const log = createLog({ level: 'warn', role: 'postgres', human: false });
  const cluster = await startCluster({ dataDir: resolve(values.dir), durable: !values.fast, log });
  const { url, adminUrl, pid } = cluster;
  process.stdout.write(`${JSON.stringify({ url, adminUrl, pid })}\n`);
  process.stdin.resume();
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process.stdin, 'close')]);
  process.stdin.destroy();
  await cluster.stop();
}
