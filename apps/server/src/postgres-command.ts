import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLog } from './platform/log.ts';
import { startCluster } from './platform/postgres/cluster.ts';

/**
 * Holds a PostgreSQL for other processes: development, browser journeys and fault tests.
 * The first line is `{url, pid}`; it stops on a signal or when its standard input closes.
 */
export async function runPostgresCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { dir: { type: 'string', default: '.data' }, fast: { type: 'boolean', default: false } },
  });
  const log = createLog({ level: 'warn', role: 'postgres', human: false });
  const cluster = await startCluster({ dataDir: resolve(values.dir), durable: !values.fast, log });
  process.stdout.write(`${JSON.stringify({ url: cluster.url, pid: cluster.pid })}\n`);
  process.stdin.resume();
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process.stdin, 'close')]);
  process.stdin.destroy();
  await cluster.stop();
}
