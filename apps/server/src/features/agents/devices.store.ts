import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';

interface StoredRows {
  sessionId: string;
  /** Their agent has sent a newer scan. */
  isSuperseded: boolean;
}

/** Jumps from one discovery with rows to the next, in the order of their ids, instead of reading all rows. */
const listRows = rawQuery<StoredRows, { after: string; limit: number }>(
  { sessionId: 'uuid', isSuperseded: 'bool' },
  ({ after, limit }) => sql`
    with recursive stored (session_id, place) as (
      select ${after}::uuid, 0
      union all
      select next.session_id, place + 1 from stored, lateral (
        select session_id from discovered_devices d where d.session_id > stored.session_id order by 1 limit 1) as next
       where place < ${limit})
    select stored.session_id as "sessionId",
           exists (select from agent_discovery_sessions newer
                    where newer.owner = s.owner and newer.agent_id = s.agent_id
                      and (newer.scan_timestamp, newer.created_at, newer.id) > (s.scan_timestamp, s.created_at, s.id)
           ) as "isSuperseded"
      from stored left join agent_discovery_sessions s on s.id = stored.session_id
     where place > 0 order by place`,
);

/** Reads the devices of discoveries. */
export function createDevicesStore(db: Db) {
  return {
    /** Packed: unpacking them here takes a fraction of the time of reading rows. Null if the discovery was deleted. */
    async devices(sessionId: string): Promise<Uint8Array | null> {
      const stored = await db
        .selectFrom('agent_discovery_sessions')
        .select('packed_devices')
        .where('id', '=', sessionId)
        .executeTakeFirst();
      return stored?.packed_devices ?? null;
    },

    /** Discoveries whose devices are rows, after this one in the order of their ids. */
    listRows: (after: string, limit: number): Promise<StoredRows[]> => listRows(db, { after, limit }),
  };
}
