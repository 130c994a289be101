import { type RawBuilder, sql } from 'kysely';
import { insertEventSql } from '../../platform/audit/audit.store.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import { ago } from '../../platform/db/expressions.ts';
import {
  createPartitions,
  daysAgo,
  nextMonths,
  type PartitionedTable,
} from '../../platform/db/partitions.ts';
import { prepare } from '../../platform/db/prepared.ts';
import { createPromptVacuum } from '../../platform/db/prompt-vacuum.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/violations.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { createDevicesStore } from './devices.store.ts';
import { deviceColumnNames, deviceColumns } from './packed-devices.ts';
import { createDiscoveryReads, repeats, type StoredDiscovery } from './read-discoveries.store.ts';
import { bindSecretSql } from './secrets.store.ts';

export interface NewDiscovery {
  owner: OwnerId;
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
  /** The same devices as one value. */
  packed: Uint8Array;
  deviceCount: number;
  serialCount: number;
  /** The parameters of its audit event. */
  event: unknown[];
}

/** How much an owner may store. */
export interface DiscoveryLimits {
  scans: number;
  devices: number;
}

/** Whether this request stored the scan. */
interface NewScan {
  isNew: boolean;
}

/** Null if the secret or its owner was deleted. */
export type StoredScan = (StoredDiscovery & NewScan) | 'quota reached' | 'other agent' | null;

type ReportedField = 'hostname' | 'mac' | 'vendor' | 'manufacturer' | 'model' | 'serial' | 'uuid' | 'os';

/** Keys are column names. */
export type NewDevice = Record<ReportedField | 'serial_source', string | undefined> &
  Record<'ip' | 'open_ports' | 'timestamp', string> & {
    /** Only if it differs from the scan's agent. */
    agent_id: string | undefined;
  };

const discoveredDevices: PartitionedTable = { name: 'discovered_devices', period: 'month' };
const monthsAhead = 3;

const storedColumns = { id: 'uuid', receivedAt: 'timestamptz', repeatsTimestamp: 'bool' } as const;

interface InsertedScan extends NewScan {
  /** Null if the owner has no quota left. */
  id: string | null;
  receivedAt: Date | null;
  repeatsTimestamp: boolean;
  /** Why nothing was stored: the secret was revoked, or is bound to another agent. */
  refusal: 'no secret' | 'other agent' | null;
  /** Devices of earlier scans that are no longer rows. */
  removedRows: number;
}

/** More than one, because a scan that arrives at the same time as another does not see it. */
const removedScans = 5;

const columnList = deviceColumnNames.join(', ');

/**
 * Binds the secret to the agent if it is new, counts the scan and stores it. The newest scan of an agent replaces the rows of
 * earlier ones. The rows that bind and count are locked, so concurrent scans can neither use a secret for two agents nor exceed
 * the quota together.
 */
const insertScan = prepare<InsertedScan>(
  'agent-scan',
  {
    id: 'uuid | null',
    receivedAt: 'timestamptz | null',
    repeatsTimestamp: 'bool',
    refusal: 'text | null',
    isNew: 'bool',
    removedRows: 'int4',
  },
  `
  with ${bindSecretSql({ secretId: '$2', agentId: '$4' })},
  unseen as (
    select from allowed where not exists (
      select from agent_discovery_sessions
       where owner = $1 and agent_id = $4 and scan_timestamp = $8 and body_hash = $3)),
  quota as (
    insert into discovery_usage as u (owner, scans, devices)
    select $1, 1, $9::text::bigint from unseen where $12::int >= 1 and $9::text::bigint <= $13::bigint
    on conflict (owner) do update set scans = u.scans + 1, devices = u.devices + excluded.devices
      where u.scans < $12 and u.devices + excluded.devices <= $13
    returning owner),
  session as (
    insert into agent_discovery_sessions
      (owner, secret_id, body_hash, agent_id, platform, hostname, version, scan_timestamp, total_devices, serial_count,
       packed_devices)
    select owner, $2::uuid, $3, $4, $5, $6, $7, $8, $9, $10::int, $14 from quota
    returning id, created_at),
  devices as (
    insert into discovered_devices (session_id, id, ${columnList})
    select session.id, ordinality, ${columnList.replace('agent_id', 'coalesce(agent_id, $4)')}
      from session, rows from (json_to_recordset($11) as (
        ${deviceColumnNames.map((name) => `${name} ${deviceColumns[name]}`).join(', ')}))
        with ordinality as device
     where not exists (
       select from agent_discovery_sessions where owner = $1 and agent_id = $4 and scan_timestamp > $8)),
  removed as (
    select delete_devices_of(array(
      select id from agent_discovery_sessions
       where owner = $1 and agent_id = $4 and scan_timestamp <= $8
       order by scan_timestamp desc, created_at desc, id desc limit ${removedScans})) as count
      from session),
  event as (${insertEventSql({ first: 15, from: 'session', targetId: 'session.id::text' })})
  select id, created_at as "receivedAt",
         exists (select from agent_discovery_sessions
                  where owner = $1 and agent_id = $4 and scan_timestamp = $8) as "repeatsTimestamp",
         case when exists (select from allowed) then null
              when exists (select from agent_secrets where id = $2) then 'other agent'
              else 'no secret' end as refusal,
         exists (select from unseen) as "isNew", coalesce((select count from removed), 0) as "removedRows"
    from (values (1)) as one left join session on true`,
);

const findSame = prepare<StoredDiscovery>(
  'agent-scan-again',
  storedColumns,
  `select s.id, s.created_at as "receivedAt", ${repeats} as "repeatsTimestamp"
     from agent_discovery_sessions s
    where owner = $1 and agent_id = $2 and scan_timestamp = $3 and body_hash = $4`,
);

/** `same`: the scan is already stored, also if it was sent at the same time. */
function outcomeOf(error: unknown): 'same' | 'no owner' {
  if (isUniqueViolation(error)) return 'same';
  if (isForeignKeyViolation(error)) return 'no owner';
  throw error;
}

const readUsage = rawQuery<DiscoveryLimits, { owner: OwnerId }>(
  { scans: 'int4', devices: 'float8' },
  ({ owner }) => sql`select scans, devices::float8 as devices from discovery_usage where owner = ${owner}`,
);

/** Deletes discoveries and what they count for, and returns how many. */
const removeQuery = <P>(chooseIds: (params: P) => RawBuilder<unknown>) =>
  rawQuery<{ count: number }, P>(
    { count: 'int4' },
    (params) => sql`
      with removed as (
        delete from agent_discovery_sessions where id in (${chooseIds(params)})
        returning owner, total_devices::bigint as devices),
      sums as (select owner, count(*) as scans, sum(devices) as devices from removed group by owner),
      counted as (
        update discovery_usage u
           set scans = greatest(0, u.scans - sums.scans), devices = greatest(0, u.devices - sums.devices)
          from sums where u.owner = sums.owner)
      select count(*)::int as count from removed`,
  );

const removeOldest = removeQuery<{ days: number; limit: number }>(
  ({ days, limit }) => sql`
    select id from agent_discovery_sessions where created_at < ${ago(days, 'day')} order by created_at limit ${limit}`,
);

const removeOwned = removeQuery<{ owner: OwnerId; limit: number }>(
  ({ owner, limit }) => sql`select id from agent_discovery_sessions where owner = ${owner} limit ${limit}`,
);

export type DiscoveriesStore = ReturnType<typeof createDiscoveriesStore>;

export function createDiscoveriesStore(db: Db, pool: Pool) {
  const partitions = createPartitions(db, discoveredDevices);
  const noteDeleted = createPromptVacuum(db, 'discovered_devices');

  return {
    ...createDevicesStore(db),
    ...createDiscoveryReads(db),

    /**
     * Stores the scan and returns its discovery, or the existing one if the scan was sent before. Null if the secret or its
     * owner was deleted.
     */
    async keep(scan: NewDiscovery, limits: DiscoveryLimits): Promise<StoredScan> {
      const { owner, bodyHash, agentId, platform, hostname, version, scanTimestamp, rows } = scan;
      const values = [
        ...[owner, scan.secretId, bodyHash, agentId, platform, hostname, version, scanTimestamp],
        ...[String(scan.deviceCount), scan.serialCount, rows, limits.scans, limits.devices, scan.packed],
        ...scan.event,
      ];
      for (let tries = 1; ; tries += 1) {
        const made = await insertScan(pool, ...values).catch(outcomeOf);
        if (made === 'no owner') return null;
        const [added] = made === 'same' ? [] : made;
        // A scan of the same agent may have bound the secret after this statement began.
        if (added?.refusal === 'other agent' && tries === 1) continue;
        if (added?.refusal) return added.refusal === 'no secret' ? null : added.refusal;
        if (added?.isNew) {
          noteDeleted(added.removedRows);
          return added.id === null ? 'quota reached' : (added as StoredDiscovery & NewScan);
        }
        const [kept] = await findSame(pool, owner, agentId, scanTimestamp, bodyHash);
        // No row: it was deleted in the meantime.
        if (kept) return { ...kept, isNew: false };
      }
    },

    /** What the owner's discoveries add up to. */
    async usage(owner: OwnerId): Promise<DiscoveryLimits> {
      return (await readUsage(db, { owner }))[0] ?? { scans: 0, devices: 0 };
    },

    /** The scans stay, with their devices as one value. */
    async removeRows(sessionIds: readonly string[]): Promise<void> {
      await sql`select delete_devices_of(${sessionIds}::uuid[])`.execute(db);
    },

    /** Creates the tables of this month and the next ones. */
    async createMonths(): Promise<void> {
      for (const month of nextMonths(monthsAhead)) await partitions.prepare(month);
    },

    /** Drops the months of which every scan is older. */
    dropMonths: (olderThanDays: number): Promise<void> => partitions.dropBefore(daysAgo(olderThanDays)),

    /** Returns the number of deleted discoveries. */
    async removeOlderThan(days: number, limit: number): Promise<number> {
      return (await removeOldest(db, { days, limit }))[0]?.count ?? 0;
    },

    /** Returns the number of deleted discoveries. */
    async removeOwned(owner: OwnerId, limit: number): Promise<number> {
      return (await removeOwned(db, { owner, limit }))[0]?.count ?? 0;
    },
  };
}
