import type { Database } from './db/database.ts';
import { pendingMigrations } from './db/migrate.ts';

const answerTimeout = 2000;

/** Whether this process should be sent work. Liveness is another question and never asks the database. */
export interface Readiness {
  /** Null when ready, else the reason in a few words. */
  notReadyReason(): Promise<string | null>;
  /** From now on: not ready. */
  drain(): void;
  isDraining(): boolean;
}

export function createReadiness({ pool }: Database, migrationsDirectory: string): Readiness {
  let draining = false;
  // Migrations only ever go forward, so having seen them done once is enough.
  let migrated = false;

  async function checkDatabase(): Promise<string | null> {
    if (migrated) {
      await pool.query('select 1');
      return null;
    }
    migrated = (await pendingMigrations(pool, migrationsDirectory)).length === 0;
    return migrated ? null : 'migrations are pending';
  }

  return {
    async notReadyReason() {
      if (draining) return 'it is stopping';
      const tooLate = new Promise<never>((_, reject) => {
        setTimeout(reject, answerTimeout, new Error('no answer')).unref();
      });
      return Promise.race([checkDatabase(), tooLate]).catch(() => 'the database does not answer');
    },
    drain() {
      draining = true;
    },
    isDraining: () => draining,
  };
}
