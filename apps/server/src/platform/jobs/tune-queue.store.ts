import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { isPostponed } from '../db/postponed.ts';
import type { Log } from '../log.ts';
import { liveJobsIndex } from './queue-tables.ts';

const tuneQueueLock = 7_241_989_004;

/**
 * Lets the queue cost the same however many finished jobs it still has. By default, pg-boss reads all jobs every second,
 * once to count them and once for each way in which a running job can be lost.
 */
export async function tuneQueue(db: Db, log: Log): Promise<void> {
  await pauseCounts(db);
  if (await hasLiveJobsIndex(db)) return;
  try {
    await createLiveJobsIndex(db);
  } catch (error) {
    if (!isPostponed(error)) throw error;
    log.warn('the jobs are in use; their index will be created when a process starts the next time');
  }
}

/** The counts of pg-boss have no reader here. It leaves them out until this time, and does everything else. */
async function pauseCounts(db: Db): Promise<void> {
  const until = sql`timestamptz '9999-01-01 00:00Z'`;
  await sql`update pgboss.version set monitor_backoff_on = ${until}
             where monitor_backoff_on is distinct from ${until}`.execute(db);
}

async function hasLiveJobsIndex(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_class where oid = to_regclass('pgboss.live_jobs')`.execute(db);
  return rows.length > 0;
}

async function createLiveJobsIndex(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '3s'`.execute(tx);
    await sql`select pg_advisory_xact_lock(${tuneQueueLock})`.execute(tx);
    await sql.raw(liveJobsIndex).execute(tx);
  });
}
