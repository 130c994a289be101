import { freePort, harnessMasterKey, serverProgram, start } from '../../../harness/processes.ts';
import { atEnd } from './at-end.ts';
import { cloneDatabase } from './database.ts';

/** Starts an api with MIGRATE=off on a database without tables. */
export async function startUnmigrated() {
  const database = await cloneDatabase('empty');
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: database.url,
    SECRETS_KEY: harnessMasterKey,
    DRAIN_SECONDS: '0',
    METRICS_PORT: String(metricsPort),
  };
  const program = start(process.execPath, [serverProgram, 'api'], {
    env: { ...env, MIGRATE: 'off', PORT: String(port) },
  });
  atEnd(() => program.stop());
  return {
    program,
    port,
    metricsPort,
    /** Applies the migrations from another process, and returns its exit code. */
    migrate: () => start(process.execPath, [serverProgram, 'migrate'], { env }).ended(),
  };
}
