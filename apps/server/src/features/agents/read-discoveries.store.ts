import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

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

/** Whether another scan of the same agent with the same scan time came first. */
export const repeats = `exists (
  select from agent_discovery_sessions other
   where other.owner = s.owner and other.agent_id = s.agent_id and other.scan_timestamp = s.scan_timestamp
     and (other.created_at, other.id) < (s.created_at, s.id))`;
const repeatsTimestamp = sql.raw<boolean>(repeats).as('repeatsTimestamp');

/** By the agents' clocks. */
const isBefore = (owner: OwnerId, id: string) => sql<boolean>`(s.scan_timestamp, s.created_at, s.id) < (
  select scan_timestamp, created_at, id from agent_discovery_sessions where id = ${id} and owner = ${owner})`;

/** Reads discoveries without their devices. */
export function createDiscoveryReads(db: Db) {
  const sessions = db.selectFrom('agent_discovery_sessions as s').select(columns);

  return {
    /** Ordered by the agents' clocks: a scan that was sent late is listed by the time it was made. */
    list: (owner: OwnerId, before: string | null, most: number) =>
      sessions
        .select(repeatsTimestamp)
        .where('owner', '=', owner)
        .$if(before !== null, (query) => query.where(isBefore(owner, before ?? '')))
        .orderBy('scan_timestamp', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most)
        .execute(),

    find: (owner: OwnerId, id: string) =>
      sessions.select(repeatsTimestamp).where('id', '=', id).where('owner', '=', owner).executeTakeFirst(),

    /** The previous scan of the same agent, according to the agent's clock. */
    async findPrevious(owner: OwnerId, { agentId, id }: DiscoveryRow): Promise<DiscoveryRow | null> {
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
  };
}
