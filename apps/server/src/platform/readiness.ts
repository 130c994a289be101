import type { Database } from './db/database.ts';
import { pendingMigrations } from './db/migrate.ts';
import { prepare } from './db/prepared.ts';

const answerTimeout = 2000;

const readMode = prepare<{ isReadOnly: boolean }>(
  'mode',
  { isReadOnly: 'bool' },
  `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
);

/** Whether this process should receive traffic. Liveness is separate and never queries the database. */
export interface Readiness {
  /** Null if ready, otherwise a short reason. */
  notReadyReason(): Promise<string | null>;
  /** Makes the process report not ready from now on. */
  drain(): void;
  isDraining(): boolean;
}

export function createReadiness({ pool }: Database, migrationsDirectory: string): Readiness {
  let draining = false;
  // Migrations only go forward, so it is enough to have seen them applied once.
  let migrated = false;

  async function isReadOnly(): Promise<boolean> {
    const client = await pool.connect();
    let found = false;
    try {
      found = (await readMode(client))[0]?.isReadOnly === true;
      return found;
    } finally {
      // The next connection may be to another server.
      client.release(found);
    }
  }

  async function checkDatabase(): Promise<string | null> {
    if (await isReadOnly()) return 'the database is read-only';
    if (migrated) return null;
    migrated = (await pendingMigrations(pool, migrationsDirectory)).length === 0;
    return migrated ? null : 'migrations are pending';
  }

  return {
    async notReadyReason() {
      if (draining) return 'shutting down';
      const tooLate = new Promise<never>((_, reject) => {
        setTimeout(reject, answerTimeout, new Error('no response')).unref();
      });
      return Promise.race([checkDatabase(), tooLate]).catch(() => 'the database is not responding');
    },
    drain() {
      draining = true;
    },
    isDraining: () => draining,
  };
}
