import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, type DatabaseOptions, isDatabaseUnavailable, type Pool } from './database.ts';
import { pendingMigrations } from './migrate.ts';

const pollMs = 500;
const pollsPerLogLine = 60;

export interface WaitOptions extends Pick<DatabaseOptions, 'url' | 'traits' | 'log'> {
  migrationsDir: string;
  /** Called if there is something to wait for. What it returns is called when the wait ends. */
  onPending(): Promise<() => Promise<void>>;
}

/** With `MIGRATE=off`, another process applies the migrations, often at the same time: this one waits for it. */
export async function waitForMigrations(options: WaitOptions): Promise<void> {
  const { migrationsDir, log, onPending } = options;
  const { pool, close } = createDatabase({ ...options, poolSize: 1, applicationName: 'wait' });
  let onEnd: (() => Promise<void>) | undefined;
  try {
    for (let polls = 0; ; polls += 1) {
      const pending = await readPending(pool, migrationsDir);
      if (pending?.length === 0) return;
      if (polls % pollsPerLogLine === 0)
        log.warn({ pending }, 'migrations are pending; waiting until they are applied');
      onEnd ??= await onPending();
      await delay(pollMs);
    }
  } finally {
    await onEnd?.();
    await close();
  }
}

/** Null while the database is not available. */
async function readPending(pool: Pool, migrationsDir: string): Promise<string[] | null> {
  return pendingMigrations(pool, migrationsDir).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  });
}
