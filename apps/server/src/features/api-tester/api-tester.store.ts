import { type Generated, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export type RelayOutcome = 'answered' | 'token-refused' | 'blocked' | 'failed';

type RelayTables = {
  relay_calls: {
    id: Generated<string>;
    user_id: string;
    vendor: string | null;
    operation: string | null;
    origin: string;
    method: string;
    outcome: Generated<RelayOutcome | null>;
    status: Generated<number | null>;
  };
};

export interface RelayCall {
  userId: string;
  vendor: string | null;
  operation: string | null;
  origin: string;
  method: string;
}

export type ApiTesterStore = ReturnType<typeof createApiTesterStore>;

export function createApiTesterStore(database: Db) {
  const db = database.withTables<RelayTables>();
  return {
    /** Must run before the call: if this fails, nothing is called. */
    async begin({ userId, vendor, operation, origin, method }: RelayCall): Promise<string> {
      const { id } = await db
        .insertInto('relay_calls')
        .values({ user_id: userId, vendor, operation, origin, method })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async end(id: string, outcome: RelayOutcome, status: number | null): Promise<void> {
      await db.updateTable('relay_calls').set({ outcome, status }).where('id', '=', id).execute();
    },

    async forget(olderThanDays: number): Promise<void> {
      await sql`delete from relay_calls
                 where at < now() - ${olderThanDays} * interval '1 day'`.execute(database);
    },
  };
}
