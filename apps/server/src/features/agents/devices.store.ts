import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import { deviceColumnNames, type StoredDevices } from './packed-devices.ts';

/**
 * Whether every process can read packed devices: the previous version may run for a while after the migration, unless the migration
 * created the database.
 */
export const everyoneUnpacks = `exists (
  select from schema_migrations as packing, schema_migrations as first
   where packing.name = '0018_stored_scans.sql' and first.name = '0001_session.sql'
     and (packing.applied_at < now() - interval '1 hour' or packing.applied_at < first.applied_at + interval '1 minute'))`;

interface StoredRows {
  sessionId: string;
  /** Their agent has sent a newer scan. */
  isSuperseded: boolean;
  isPacked: boolean;
}

/** Jumps from one discovery with rows to the next, in the order of their ids, instead of reading all rows. */
const listRows = rawQuery<StoredRows, { after: string; limit: number }>(
  { sessionId: 'uuid', isSuperseded: 'bool', isPacked: 'bool' },
  ({ after, limit }) => sql`
    with recursive stored (session_id, place) as (
      select ${after}::uuid, 0
      union all
      select next.session_id, place + 1 from stored, lateral (
        select session_id from discovered_devices d where d.session_id > stored.session_id order by 1 limit 1) as next
       where place < ${limit})
    select stored.session_id as "sessionId", s.packed_devices is not null as "isPacked",
           exists (select from agent_discovery_sessions newer
                    where newer.owner = s.owner and newer.agent_id = s.agent_id
                      and (newer.scan_timestamp, newer.created_at, newer.id) > (s.scan_timestamp, s.created_at, s.id)
           ) as "isSuperseded"
      from stored left join agent_discovery_sessions s on s.id = stored.session_id
     where place > 0 and ${sql.raw(everyoneUnpacks)} order by place`,
);

/** The columns of the rows as they are packed. */
const rowColumns = (sessionId: string) => sql`
  select json_build_object(${sql.raw(
    deviceColumnNames
      .map((name) => `'${name}', json_agg(${name === 'ip' ? 'host(ip)' : name} order by id)`)
      .join(', '),
  )})::text as columns
    from discovered_devices where session_id = ${sessionId}`;

const readColumns = rawQuery<{ columns: string }, { sessionId: string }>(
  { columns: 'text' },
  ({ sessionId }) => rowColumns(sessionId),
);

/** In one statement: the rows of a scan are deleted when it is packed. */
const readStored = rawQuery<{ packed: Buffer | null; columns: string | null }, { sessionId: string }>(
  { packed: 'bytea | null', columns: 'text | null' },
  ({ sessionId }) => sql`
    select packed_devices as packed, case when packed_devices is null then (${rowColumns(sessionId)}) end as columns
      from agent_discovery_sessions where id = ${sessionId}`,
);

const noDevices = '{}';

/** Reads the devices of a discovery, whether they are rows or packed. */
export function createDevicesStore(db: Db) {
  return {
    /** The packed devices if there are any: unpacking them here takes a fraction of the time of reading rows. */
    async devices(sessionId: string): Promise<StoredDevices> {
      const [stored] = await readStored(db, { sessionId });
      return stored?.packed ?? stored?.columns ?? noDevices;
    },

    /** The columns of the rows, for packing them. */
    async columns(sessionId: string): Promise<string> {
      return (await readColumns(db, { sessionId }))[0]?.columns ?? noDevices;
    },

    /** Discoveries whose devices are rows, after this one in the order of their ids. */
    listRows: (after: string, limit: number): Promise<StoredRows[]> => listRows(db, { after, limit }),
  };
}
