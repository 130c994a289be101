import type pg from 'pg';
import type { Log } from '../log.ts';
import { prepare } from './prepared.ts';

const findConnections = prepare<{ used: number; max: number }>(
  'connections',
  { used: 'int4', max: 'int4' },
  // The list of connections does not tell a role what those of other roles are.
  `select (select sum(numbackends) from pg_stat_database)::int4 as used,
          least(
            current_setting('max_connections')::int4
              - current_setting('superuser_reserved_connections')::int4
              - coalesce(current_setting('reserved_connections', true)::int4, 0),
            (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
            (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
          )::int4 as max`,
);

/** Those in use on the server, and how many a role without special privileges may use. */
export async function readConnections(pool: pg.Pool): Promise<{ used: number; max: number }> {
  const [connections] = await findConnections(pool);
  if (!connections) throw new Error('the server did not tell its connections');
  return connections;
}

/** Warns if the server has too few connections left for this process, before requests and jobs have to wait for them. */
export async function checkConnections(pool: pg.Pool, needed: number, log: Log): Promise<void> {
  const { used, max } = await readConnections(pool);
  // Those of this process are among the used ones.
  if (used - pool.totalCount + needed <= max) return;
  log.warn(
    { used, max, needed },
    'the database may run out of connections: use a pooler, a smaller DATABASE_POOL_SIZE or a higher max_connections',
  );
}
