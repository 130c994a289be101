import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLog } from '../src/platform/log.ts';

export const migrationsDir = join(dirname(dirname(fileURLToPath(import.meta.url))), 'migrations');

export const silent = createLog({ level: 'silent', role: 'test', human: false });

/** Not a secret: the master key of every test installation. */
export const testMasterKey = Buffer.alloc(32, 'test master key').toString('base64');

/** For tests that send more requests at once than one visitor would. */
export const noRequestLimits = {
  perSecond: 1_000_000,
  perSecondPerAddress: 1_000_000,
  maxLoopDelayMs: 60_000,
};
