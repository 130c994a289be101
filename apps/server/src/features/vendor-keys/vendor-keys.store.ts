import type { KeyTest } from '@warranty/contracts/vendor-keys';
import type { KeyType } from '@warranty/contracts/vendors/vendor';
import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

type AuditAction = 'save' | 'test' | 'use' | 'delete';

type VendorKeyTables = {
  api_keys: {
    id: Generated<string>;
    user_id: string;
    vendor: string;
    key_type: string;
    key_value: string;
    masked: string;
    description: string | null;
    updated_at: Generated<Date>;
  };
  vendor_key_audit: { user_id: string; vendor: string; key_type: string | null; action: AuditAction };
  vendor_key_tests: {
    user_id: string;
    vendor: string;
    outcome: KeyTest['outcome'];
    tested_at: Generated<Date>;
  };
};

export interface StoredKeyRow {
  vendor: string;
  keyType: KeyType;
  masked: string;
  description: string | null;
  updatedAt: Date;
}

export interface SealedKeyRow {
  id: string;
  userId: string;
  vendor: string;
  keyType: KeyType;
  sealed: string;
}

export interface AuditEntry {
  userId: string;
  vendor: string;
  /** Null means all keys of the vendor. */
  keyType: KeyType | null;
  action: AuditAction;
}

const resealBatch = 100;
const sealedColumns = sql`id, user_id as "userId", vendor, key_type as "keyType", key_value as sealed`;
const sealedWith = (dataKeyId: string) => sql`key_value like ${`v1.${dataKeyId}.%`}`;

export type VendorKeysStore = ReturnType<typeof createVendorKeysStore>;

export function createVendorKeysStore(database: Db) {
  const db = database.withTables<VendorKeyTables>();
  const inTx = (tx: Tx) => tx.withTables<VendorKeyTables>();
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => database.transaction().execute(work),

    /** The stored keys, without their values. */
    async list(userId: string): Promise<StoredKeyRow[]> {
      const { rows } = await sql<StoredKeyRow>`
        select vendor, key_type as "keyType", masked, description, updated_at as "updatedAt"
          from api_keys where user_id = ${userId}`.execute(db);
      return rows;
    },

    async listSealed(userId: string, vendor: string): Promise<SealedKeyRow[]> {
      const { rows } = await sql<SealedKeyRow>`
        select ${sealedColumns} from api_keys where user_id = ${userId} and vendor = ${vendor}`.execute(db);
      return rows;
    },

    async lastUses(userId: string): Promise<Map<string, Date>> {
      const { rows } = await sql<{ vendor: string; at: Date }>`
        select vendor, max(at) as at from vendor_key_audit
         where user_id = ${userId} and action = 'use' group by vendor`.execute(db);
      return new Map(rows.map(({ vendor, at }) => [vendor, at]));
    },

    async lastTests(userId: string): Promise<Map<string, { outcome: KeyTest['outcome']; testedAt: Date }>> {
      const rows = await db
        .selectFrom('vendor_key_tests')
        .select(['vendor', 'outcome', 'tested_at as testedAt'])
        .where('user_id', '=', userId)
        .execute();
      return new Map(rows.map((row) => [row.vendor, row]));
    },

    /** Must come first: if the audit entry cannot be written, the action must not happen. */
    async audit({ userId, vendor, keyType, action }: AuditEntry, tx: Tx | Db = database): Promise<void> {
      await tx
        .withTables<VendorKeyTables>()
        .insertInto('vendor_key_audit')
        .values({ user_id: userId, vendor, key_type: keyType, action })
        .execute();
    },

    /** Replaces the key of that type. The sealed value is bound to the row id, so the id is replaced too. */
    async save(tx: Tx, row: SealedKeyRow & { masked: string; description: string | null }): Promise<void> {
      const { id, userId, vendor, keyType, sealed, masked, description } = row;
      await inTx(tx)
        .insertInto('api_keys')
        .values({ id, user_id: userId, vendor, key_type: keyType, key_value: sealed, masked, description })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'vendor', 'key_type'])
            .doUpdateSet({ id, key_value: sealed, masked, description, updated_at: sql`now()` }),
        )
        .execute();
    },

    async remove(tx: Tx, userId: string, vendor: string, keyType: KeyType | null): Promise<void> {
      await inTx(tx)
        .deleteFrom('api_keys')
        .where('user_id', '=', userId)
        .where('vendor', '=', vendor)
        .$if(keyType !== null, (query) => query.where('key_type', '=', keyType ?? ''))
        .execute();
      await inTx(tx)
        .deleteFrom('vendor_key_tests')
        .where('user_id', '=', userId)
        .where('vendor', '=', vendor)
        .execute();
    },

    async keepTest(userId: string, vendor: string, outcome: KeyTest['outcome']): Promise<void> {
      await db
        .insertInto('vendor_key_tests')
        .values({ user_id: userId, vendor, outcome })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'vendor']).doUpdateSet({ outcome, tested_at: sql`now()` }),
        )
        .execute();
    },

    async deleteAudit(olderThanDays: number): Promise<void> {
      await sql`delete from vendor_key_audit
                 where at < now() - ${olderThanDays} * interval '1 day'`.execute(database);
    },

    async countSealedWith(tx: Tx, dataKeyId: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from api_keys where ${sealedWith(dataKeyId)}`.execute(tx);
      return rows[0]?.count ?? 0;
    },

    /** Locks a batch of rows that were sealed with a data key until the transaction ends. */
    async lockSealedWith(tx: Tx, dataKeyId: string): Promise<SealedKeyRow[]> {
      const { rows } = await sql<SealedKeyRow>`
        select ${sealedColumns} from api_keys where ${sealedWith(dataKeyId)}
         order by id limit ${resealBatch} for update`.execute(tx);
      return rows;
    },

    async replaceSealed(tx: Tx, id: string, sealed: string): Promise<void> {
      await inTx(tx).updateTable('api_keys').set({ key_value: sealed }).where('id', '=', id).execute();
    },
  };
}
