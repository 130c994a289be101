import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

export interface DataKeyRow {
  id: string;
  wrapped: string;
  masterKeyId: string;
  isActive: boolean;
}

/** Arbitrary, but every process that creates a data key must use the same lock. */
const dataKeyLock = 7_241_989_002;

const columns = sql`id, wrapped, master_key_id as "masterKeyId", is_active as "isActive"`;

export type DataKeysStore = ReturnType<typeof createDataKeysStore>;

export function createDataKeysStore(db: Db) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    /** No other process creates or retires a data key until the transaction ends. */
    async lock(tx: Tx): Promise<void> {
      await sql`select pg_advisory_xact_lock(${dataKeyLock})`.execute(tx);
    },

    async list(from: Db | Tx = db): Promise<DataKeyRow[]> {
      return (await sql<DataKeyRow>`select ${columns} from data_keys order by created_at`.execute(from)).rows;
    },

    async find(id: string): Promise<DataKeyRow | undefined> {
      return (await sql<DataKeyRow>`select ${columns} from data_keys where id = ${id}`.execute(db)).rows[0];
    },

    /** The key cannot be retired until the transaction that seals with it has ended. */
    async findActive(tx: Tx): Promise<DataKeyRow | undefined> {
      const { rows } = await sql<DataKeyRow>`
        select ${columns} from data_keys where is_active for key share`.execute(tx);
      return rows[0];
    },

    async insertActive(tx: Tx, { id, wrapped, masterKeyId }: Omit<DataKeyRow, 'isActive'>): Promise<void> {
      await sql`update data_keys set is_active = false where is_active`.execute(tx);
      await sql`insert into data_keys (id, wrapped, master_key_id, is_active)
                values (${id}, ${wrapped}, ${masterKeyId}, true)`.execute(tx);
    },

    /** Waits for transactions that are sealing with it. */
    async lockForRetirement(tx: Tx, id: string): Promise<void> {
      await sql`select from data_keys where id = ${id} for update`.execute(tx);
    },

    async remove(tx: Tx, id: string): Promise<void> {
      await sql`delete from data_keys where id = ${id} and not is_active`.execute(tx);
    },
  };
}
