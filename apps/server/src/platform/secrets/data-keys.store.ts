import { sql } from 'kysely';
import type { Db, Row, Tx } from '../db/database.ts';

/** Arbitrary, but every process that creates a data key must use the same lock. */
const dataKeyLock = 7_241_989_002;

const columns = ['id', 'wrapped', 'master_key_id as masterKeyId', 'is_active as isActive'] as const;
export type DataKeyRow = Row<'data_keys', typeof columns>;

export type DataKeysStore = ReturnType<typeof createDataKeysStore>;

export function createDataKeysStore(db: Db) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    /** No other process creates or retires a data key until the transaction ends. */
    async lock(tx: Tx): Promise<void> {
      await sql`select pg_advisory_xact_lock(${dataKeyLock})`.execute(tx);
    },

    list: (from: Db | Tx = db): Promise<DataKeyRow[]> =>
      from.selectFrom('data_keys').select(columns).orderBy('created_at').execute(),

    find: (id: string): Promise<DataKeyRow | undefined> =>
      db.selectFrom('data_keys').select(columns).where('id', '=', id).executeTakeFirst(),

    /** The key cannot be retired until the transaction that seals with it has ended. */
    findActive: (tx: Tx): Promise<DataKeyRow | undefined> =>
      tx
        .selectFrom('data_keys')
        .select(columns)
        .where('is_active', '=', true)
        .forKeyShare()
        .executeTakeFirst(),

    async insertActive(tx: Tx, { id, wrapped, masterKeyId }: Omit<DataKeyRow, 'isActive'>): Promise<void> {
      await tx.updateTable('data_keys').set({ is_active: false }).where('is_active', '=', true).execute();
      await tx
        .insertInto('data_keys')
        .values({ id, wrapped, master_key_id: masterKeyId, is_active: true })
        .execute();
    },

    /** Waits for transactions that are sealing with it. */
    async lockForRetirement(tx: Tx, id: string): Promise<void> {
      await tx.selectFrom('data_keys').where('id', '=', id).forUpdate().execute();
    },

    async remove(tx: Tx, id: string): Promise<void> {
      await tx.deleteFrom('data_keys').where('id', '=', id).where('is_active', '=', false).execute();
    },
  };
}
