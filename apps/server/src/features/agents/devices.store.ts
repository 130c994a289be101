import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import { type DeviceColumn, deviceColumnNames, deviceColumns, unpackColumns } from './packed-devices.ts';

const identityFields = sql`'id', json_agg(id), 'ip', json_agg(host(ip)), 'hostname', json_agg(hostname),
  'mac', json_agg(mac), 'serial', json_agg(serial), 'uuid', json_agg(uuid)`;
const allFields = sql`${identityFields}, 'openPorts', json_agg(open_ports), 'timestamp', json_agg(timestamp),
  'vendor', json_agg(vendor), 'manufacturer', json_agg(manufacturer), 'model', json_agg(model), 'os', json_agg(os)`;

const list = (texts: string[]) => sql.raw(texts.join(', '));
const unpack = (names: readonly DeviceColumn[]) => sql`
  select ${list(names.map((name) => `${name}::${deviceColumns[name]} as ${name}`))}, id
    from packed, rows from (${list(names.map((name) => `jsonb_array_elements_text(columns->'${name}')`))})
      with ordinality as device (${list([...names])}, id)`;

/** Two queries: for devices that are rows, with the packed ones if there are no rows, and for devices that were packed. */
function deviceQueries(fields: RawBuilder<unknown>, names: readonly DeviceColumn[]) {
  return {
    readStored: rawQuery<{ devices: string | null; packed: Buffer | null }, { sessionId: string }>(
      { devices: 'text | null', packed: 'bytea | null' },
      ({ sessionId }) => sql`
        select devices, case when devices is null then packed_devices end as packed
          from agent_discovery_sessions, lateral (
            select case when count(*) > 0 then json_build_object(${fields})::text end as devices
              from (select * from discovered_devices where session_id = ${sessionId} order by ip, id) as device) as rows
         where agent_discovery_sessions.id = ${sessionId}`,
    ),
    readPacked: rawQuery<{ devices: string }, { columns: string }>(
      { devices: 'text' },
      ({ columns }) => sql`
        with packed as (select ${columns}::jsonb as columns)
        select json_build_object(${fields})::text as devices
          from (select * from (${unpack(names)}) as unpacked order by ip, id) as device`,
    ),
  };
}

const queries = {
  devices: deviceQueries(allFields, deviceColumnNames),
  identities: deviceQueries(identityFields, ['ip', 'hostname', 'mac', 'serial', 'uuid']),
};

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

const readColumns = rawQuery<{ columns: string }, { sessionId: string }>(
  { columns: 'text' },
  ({ sessionId }) => sql`
    select json_build_object(${sql.raw(
      deviceColumnNames
        .map((name) => `'${name}', json_agg(${name === 'ip' ? 'host(ip)' : name} order by id)`)
        .join(', '),
    )})::text as columns
      from discovered_devices where session_id = ${sessionId}`,
);

const noDevices = '{}';

/** Reads the devices of a discovery, whether they are rows or packed. */
export function createDevicesStore(db: Db) {
  async function read({ readStored, readPacked }: (typeof queries)['devices'], sessionId: string) {
    const [stored] = await readStored(db, { sessionId });
    if (!stored?.packed) return stored?.devices ?? noDevices;
    const columns = await unpackColumns(stored.packed);
    return (await readPacked(db, { columns }))[0]?.devices ?? noDevices;
  }

  return {
    /** Columns of `DeviceRow` as JSON, ordered by IP address. Rows would be slower, both here and in the database. */
    devices: (sessionId: string): Promise<string> => read(queries.devices, sessionId),

    /** Only the columns that identify a device. */
    identities: (sessionId: string): Promise<string> => read(queries.identities, sessionId),

    /** The columns of the rows as they are packed. */
    async columns(sessionId: string): Promise<string> {
      return (await readColumns(db, { sessionId }))[0]?.columns ?? noDevices;
    },

    /** Discoveries whose devices are rows, after this one in the order of their ids. */
    listRows: (after: string, limit: number): Promise<StoredRows[]> => listRows(db, { after, limit }),
  };
}
