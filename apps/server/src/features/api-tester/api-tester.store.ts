import type { Db, Tx } from '../../platform/db/database.ts';
import { ago } from '../../platform/db/expressions.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type RelayOutcome = NonNullable<Tables['relay_calls']['outcome']>;

export interface RelayCall {
  userId: string;
  vendor: string | null;
  operation: string | null;
  origin: string;
  method: string;
}

export type ApiTesterStore = ReturnType<typeof createApiTesterStore>;

export function createApiTesterStore(db: Db) {
  const ids = db.selectFrom('relay_calls').select('id');

  async function remove(removed: typeof ids): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('relay_calls')
      .where('id', 'in', removed)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    /** Must run before the call: if this fails, nothing is called. */
    async begin(tx: Tx, { userId, vendor, operation, origin, method }: RelayCall): Promise<string> {
      const { id } = await tx
        .insertInto('relay_calls')
        .values({ user_id: userId, vendor, operation, origin, method })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async end(id: string, outcome: RelayOutcome, status: number | null): Promise<void> {
      await db.updateTable('relay_calls').set({ outcome, status }).where('id', '=', id).execute();
    },

    /** Returns the number of deleted calls. */
    removeOlderThan: (days: number, limit: number): Promise<number> =>
      remove(ids.where('at', '<', ago(days, 'day')).orderBy('at').limit(limit)),

    /** Returns the number of deleted calls. */
    removeOwned: (userId: string, limit: number): Promise<number> =>
      remove(ids.where('user_id', '=', userId).limit(limit)),
  };
}
