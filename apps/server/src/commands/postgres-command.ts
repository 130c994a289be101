import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { migrationsDir } from '../config/config.ts';
import { refuseEarlierVersion } from '../platform/db/earlier-version.ts';
import { createLog } from '../platform/log.ts';
import { startCluster } from '../platform/postgres/cluster.ts';

/**
 * Runs PostgreSQL for other processes: development, browser tests and fault tests, also of another version than the bundled
 * one. The first line of output is `{url, adminUrl, pid}`. Stops on a signal or when standard input closes.
 */
export async function runPostgresCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      dir: { type: 'string', default: '.data' },
      fast: { type: 'boolean', default: false },
      binaries: { type: 'string' },
    },
  });
  const log = createLog({ level: 'warn', role: 'postgres', human: false });
  const inspect = (url: string, folder: string) => refuseEarlierVersion(url, migrationsDir, folder);
  const { dir, fast, binaries } = values;
  const cluster = await startCluster({ dataDir: resolve(dir), durable: !fast, binaries, inspect, log });
  const { url, adminUrl, pid } = cluster;
  process.stdout.write(`${JSON.stringify({ url, adminUrl, pid })}\n`);
  process.stdin.resume();
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process.stdin, 'close')]);
  process.stdin.destroy();
  await cluster.stop();
}
