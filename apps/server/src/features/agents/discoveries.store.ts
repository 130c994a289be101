import { sql } from 'kysely';
import { insertEventSql } from '../../platform/audit/audit.store.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import { ago } from '../../platform/db/expressions.ts';
import { prepare } from '../../platform/db/prepared.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';

export interface NewDiscovery {
  owner: string;
  secretId: string;
  bodyHash: Uint8Array;
  agentId: string;
  platform: string;
  hostname: string | null;
  version: string | null;
  /** According to the agent's clock, in UTC. */
  scanTimestamp: string;
  /** A list of `NewDevice` as JSON, which PostgreSQL unpacks faster than we can serialize that many arrays. */
  rows: string;
  deviceCount: number;
  serialCount: number;
  /** The parameters of its audit event. */
  event: unknown[];
}

type ReportedField = 'hostname' | 'mac' | 'vendor' | 'manufacturer' | 'model' | 'serial' | 'uuid' | 'os';

/** Keys are column names. */
export type NewDevice = Record<ReportedField | 'serial_source', string | undefined> &
  Record<'ip' | 'open_ports' | 'timestamp', string> & {
    /** Only if it differs from the scan's agent. */
    agent_id: string | undefined;
  };

/** The stored data that the reply to an agent is built from. */
export interface StoredDiscovery {
  id: string;
  receivedAt: Date;
  repeatsTimestamp: boolean;
}

export interface DiscoveryRow extends StoredDiscovery {
  agentId: string;
  hostname: string | null;
  platform: string;
  version: string | null;
  scanTimestamp: Date;
  deviceCount: number;
  serialCount: number;
}

export interface DeviceRow extends Record<ReportedField, string | null> {
  id: number;
  ip: string;
  openPorts: string;
  timestamp: string;
}

const columns = [
  's.id',
  's.agent_id as agentId',
  's.hostname',
  's.platform',
  's.version',
  's.scan_timestamp as scanTimestamp',
  's.created_at as receivedAt',
  's.serial_count as serialCount',
  sql<number>`s.total_devices::int`.as('deviceCount'),
] as const;

const identityColumns = sql`'id', json_agg(id), 'ip', json_agg(host(ip)), 'hostname', json_agg(hostname),
  'mac', json_agg(mac), 'serial', json_agg(serial), 'uuid', json_agg(uuid)`;
const devicesByAddress = (sessionId: string) =>
  sql`(select * from discovered_devices where session_id = ${sessionId} order by ip, id) as device`;

const readDevices = rawQuery<{ devices: string }, { sessionId: string }>(
  { devices: 'text' },
  ({ sessionId }) => sql`
    select json_build_object(
             ${identityColumns}, 'openPorts', json_agg(open_ports), 'timestamp', json_agg(timestamp),
             'vendor', json_agg(vendor), 'manufacturer', json_agg(manufacturer), 'model', json_agg(model),
             'os', json_agg(os))::text as devices
      from ${devicesByAddress(sessionId)}`,
);

const readIdentities = rawQuery<{ devices: string }, { sessionId: string }>(
  { devices: 'text' },
  ({ sessionId }) =>
    sql`select json_build_object(${identityColumns})::text as devices from ${devicesByAddress(sessionId)}`,
);

/** Whether another scan of the same agent with the same scan time came first. */
const repeats = `exists (
  select from agent_discovery_sessions other
   where other.owner = s.owner and other.agent_id = s.agent_id and other.scan_timestamp = s.scan_timestamp
     and (other.created_at, other.id) < (s.created_at, s.id))`;
const repeatsTimestamp = sql.raw<boolean>(repeats).as('repeatsTimestamp');

/** By the agents' clocks. */
const isBefore = (owner: string, id: string) => sql<boolean>`(s.scan_timestamp, s.created_at, s.id) < (
  select scan_timestamp, created_at, id from agent_discovery_sessions where id = ${id} and owner = ${owner})`;

const storedColumns = { id: 'uuid', receivedAt: 'timestamptz', repeatsTimestamp: 'bool' } as const;

/** Does nothing and returns no row if the scan is already stored. */
const insertScan = prepare<StoredDiscovery>(
  'agent-scan',
  storedColumns,
  `
  with session as (
    insert into agent_discovery_sessions
      (owner, secret_id, body_hash, agent_id, platform, hostname, version, scan_timestamp, total_devices, serial_count)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (owner, agent_id, scan_timestamp, body_hash) do nothing
    returning id, created_at),
  devices as (
    insert into discovered_devices
      (session_id, ip, hostname, mac, open_ports, timestamp, agent_id, vendor, manufacturer, model, serial,
       serial_source, uuid, os, id)
    select session.id, ip, hostname, mac, open_ports, timestamp, coalesce(agent_id, $4), vendor, manufacturer, model,
           serial, serial_source, uuid, os, ordinality
      from session, rows from (json_to_recordset($11) as (
        ip inet, hostname text, mac text, open_ports text, timestamp timestamptz, agent_id text, vendor text,
        manufacturer text, model text, serial text, serial_source text, uuid text, os text))
        with ordinality as device),
  event as (${insertEventSql({ first: 12, from: 'session', targetId: 'session.id::text' })})
  select id, created_at as "receivedAt",
         exists (select from agent_discovery_sessions
                  where owner = $1 and agent_id = $4 and scan_timestamp = $8) as "repeatsTimestamp"
    from session`,
);

const findSame = prepare<StoredDiscovery>(
  'agent-scan-again',
  storedColumns,
  `select s.id, s.created_at as "receivedAt", ${repeats} as "repeatsTimestamp"
     from agent_discovery_sessions s
    where owner = $1 and agent_id = $2 and scan_timestamp = $3 and body_hash = $4`,
);

function nullOnForeignKeyViolation(error: Error & { code?: string }): null {
  const foreignKeyViolation = '23503';
  if (error.code === foreignKeyViolation) return null;
  throw error;
}

export type DiscoveriesStore = ReturnType<typeof createDiscoveriesStore>;

export function createDiscoveriesStore(db: Db, pool: Pool) {
  const sessions = db.selectFrom('agent_discovery_sessions as s').select(columns);
  const ids = db.selectFrom('agent_discovery_sessions').select('id');

  async function remove(removed: typeof ids): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('agent_discovery_sessions')
      .where('id', 'in', removed)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  return {
    /**
     * Stores the scan and returns its discovery, or the existing one if the scan was sent before. Null if the secret or its
     * owner was deleted.
     */
    async keep(scan: NewDiscovery): Promise<(StoredDiscovery & { isNew: boolean }) | null> {
      const { owner, bodyHash, agentId, platform, hostname, version, scanTimestamp, rows } = scan;
      const values = [
        ...[owner, scan.secretId, bodyHash, agentId, platform, hostname, version, scanTimestamp],
        ...[String(scan.deviceCount), scan.serialCount, rows, ...scan.event],
      ];
      for (;;) {
        const made = await insertScan(pool, ...values).catch(nullOnForeignKeyViolation);
        if (made === null) return null;
        if (made[0]) return { ...made[0], isNew: true };
        const [kept] = await findSame(pool, owner, agentId, scanTimestamp, bodyHash);
        // No row: it was deleted in the meantime.
        if (kept) return { ...kept, isNew: false };
      }
    },

    /** Ordered by the agents' clocks: a scan that was sent late is listed by the time it was made. */
    list: (owner: string, before: string | null, most: number): Promise<DiscoveryRow[]> =>
      sessions
        .select(repeatsTimestamp)
        .where('owner', '=', owner)
        .$if(before !== null, (query) => query.where(isBefore(owner, before ?? '')))
        .orderBy('scan_timestamp', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most)
        .execute(),

    async find(owner: string, id: string): Promise<DiscoveryRow | null> {
      const found = await sessions
        .select(repeatsTimestamp)
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst();
      return found ?? null;
    },

    /** The previous scan of the same agent, according to the agent's clock. */
    async findPrevious(owner: string, { agentId, id }: DiscoveryRow): Promise<DiscoveryRow | null> {
      const found = await sessions
        .where('owner', '=', owner)
        .where('agent_id', '=', agentId)
        .where(isBefore(owner, id))
        .orderBy('scan_timestamp', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return found ? { ...found, repeatsTimestamp: false } : null;
    },

    /** Columns of `DeviceRow` as JSON, ordered by IP address. Rows would be slower, both here and in the database. */
    async devices(sessionId: string): Promise<string> {
      return (await readDevices(db, { sessionId }))[0]?.devices ?? '{}';
    },

    /** Only the columns that identify a device. */
    async identities(sessionId: string): Promise<string> {
      return (await readIdentities(db, { sessionId }))[0]?.devices ?? '{}';
    },

    /** Returns the number of deleted discoveries. */
    removeOlderThan: (days: number, most: number): Promise<number> =>
      remove(ids.where('created_at', '<', ago(days, 'day')).orderBy('created_at').limit(most)),

    /** Returns the number of deleted discoveries. */
    removeOwned: (owner: string, most: number): Promise<number> =>
      remove(ids.where('owner', '=', owner).limit(most)),
  };
}
