import { setTimeout as delay } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { Database } from './db/database.ts';
import { pendingMigrations } from './db/migrate.ts';
import { prepare } from './db/prepared.ts';
import { createMeters } from './meters.ts';

const answerTimeout = 2000;

const readMode = prepare<{ isReadOnly: boolean }>(
  'mode',
  { isReadOnly: 'bool' },
  `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
);

/** What is wrong if a check fails, in the order in which they are made. */
const reasons = {
  accepting: 'shutting down',
  database: 'the database is not responding',
  writable: 'the database is read-only',
  migrations: 'migrations are pending',
};

type ReadinessCheck = keyof typeof reasons;

const readinessChecks = Object.keys(reasons) as readonly ReadinessCheck[];

/** Whether each check passes; null if an earlier one keeps it from being made. */
type ReadinessChecks = Readonly<Record<ReadinessCheck, boolean | null>>;

export type Readiness = ReturnType<typeof createReadiness>;

/** Whether this process should receive traffic. Liveness is separate and never queries the database. */
export function createReadiness({ pool }: Pick<Database, 'pool'>, migrationsDirectory: string) {
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

  async function checkDatabase(): Promise<Omit<ReadinessChecks, 'accepting'>> {
    const writable = !(await isReadOnly());
    migrated ||= (await pendingMigrations(pool, migrationsDirectory)).length === 0;
    return { database: true, writable, migrations: migrated };
  }

  async function check(): Promise<ReadinessChecks> {
    const away = { database: false, writable: null, migrations: null };
    const tooLate = delay(answerTimeout, away, { ref: false });
    return { accepting: !draining, ...(await Promise.race([checkDatabase(), tooLate]).catch(() => away)) };
  }

  return {
    check,
    /** Null if ready, otherwise a short reason. */
    async notReadyReason(): Promise<string | null> {
      if (draining) return reasons.accepting;
      const checked = await check();
      const failed = readinessChecks.find((name) => checked[name] === false);
      return failed ? reasons[failed] : null;
    },
    /** Makes the process report not ready from now on. */
    drain(): void {
      draining = true;
    },
    isDraining: () => draining,
  };
}

export function publishReadiness(registry: Registry, readiness: Readiness): void {
  createMeters(registry).gauge(
    'warranty_ready',
    '1 if the check of `/readyz` passes, 0 if it fails.',
    ['check'],
    async (set) => {
      const checked = await readiness.check();
      for (const check of readinessChecks) set(Number(checked[check] ?? Number.NaN), { check });
    },
  );
}
