import type pg from 'pg';
import { getConstructionPlans, getRollbackPlans } from 'pg-boss';

const [begin, commit] = ['BEGIN;', 'COMMIT;'];

/** The plans are transactions of their own, with their own time limits; ours must not end with them. */
function withoutTransaction(plan: string): string {
  const text = plan.trim();
  if (!text.startsWith(begin) || !text.endsWith(commit))
    throw new Error('the plan of pg-boss has an unexpected form');
  const statements = text.slice(begin.length, -commit.length).split('\n');
  return statements.filter((line) => !line.trimStart().startsWith('SET LOCAL ')).join('\n');
}

/** Jobs that are queued or running. The indexes of pg-boss have no running ones. */
export const liveJobsIndex =
  "create index if not exists live_jobs on pgboss.job (name) where state < 'completed'";

export class NewerQueueError extends Error {}

/**
 * Creates the tables of pg-boss as an earlier version of it left them, with our index; pg-boss itself migrates them when it
 * starts. Throws if the version is newer than the installed one.
 */
export async function createQueueTables(client: pg.ClientBase, version: number): Promise<void> {
  await client.query(withoutTransaction(getConstructionPlans()));
  for (let current = await readVersion(client); current !== version; current = await readVersion(client)) {
    if (current < version) throw new NewerQueueError();
    await client.query(withoutTransaction(getRollbackPlans('pgboss', current)));
  }
  await client.query(liveJobsIndex);
}

async function readVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query('select version from pgboss.version');
  return Number(rows[0]?.version);
}
