import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { createDirectTraits } from '../src/platform/db/connection-traits.ts';
import type { ReachedDatabase } from '../src/platform/db/reach-database.ts';
import { createLog } from '../src/platform/log.ts';

export const migrationsDir = join(dirname(dirname(fileURLToPath(import.meta.url))), 'migrations');

export const silent = createLog({ level: 'silent', role: 'test', human: false });

/** A log, and the lines that it writes. */
export function recordLog(level: 'trace' | 'info' | 'error' = 'trace') {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { log: createLog({ level, role: 'test', human: false, destination }), lines };
}

/** Not a secret: the master key of every test installation. */
export const testMasterKey = Buffer.alloc(32, 'test master key').toString('base64');

/** For tests that send more requests at once than one visitor would. */
export const noRequestLimits = {
  perSecond: 1_000_000,
  perSecondPerAddress: 1_000_000,
  openPerAddress: 100_000,
  maxLoopDelayMs: 60_000,
};

/** A database without a pooler. */
export const directDatabase = (url: string): ReachedDatabase => ({
  url,
  traits: createDirectTraits(),
  listenUrl: url,
});

/** A database behind the pooler of the run, if there is one. */
export function reachedDatabase(directUrl: string): ReachedDatabase {
  const pooler = inject('pooler');
  if (!pooler) return directDatabase(directUrl);
  const url = new URL(directUrl);
  url.port = pooler.port;
  return { url: url.href, traits: { ...pooler.traits }, listenUrl: directUrl };
}
