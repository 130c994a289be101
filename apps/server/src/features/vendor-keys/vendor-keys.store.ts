import type { KeyTest } from '@warranty/contracts/vendor-keys';
import type { KeyType } from '@warranty/contracts/vendors/vendor';
import type { Db, Row, Tx } from '../../platform/db/database.ts';
import { ago, now, rowCount } from '../../platform/db/expressions.ts';
import type { Tables } from '../../platform/db/tables.ts';

type HasKeyType = { keyType: KeyType };

const listedColumns = [
  'vendor',
  'key_type as keyType',
  'masked',
  'description',
  'updated_at as updatedAt',
] as const;
export type StoredKeyRow = Row<'api_keys', typeof listedColumns, HasKeyType>;

const sealedColumns = [
  'id',
  'user_id as userId',
  'vendor',
  'key_type as keyType',
  'key_value as sealed',
] as const;
export type SealedKeyRow = Row<'api_keys', typeof sealedColumns, HasKeyType>;

export interface AuditEntry {
  userId: string;
  vendor: string;
  /** Null means all keys of the vendor. */
  keyType: KeyType | null;
  action: Tables['vendor_key_audit']['action'];
}

const resealBatch = 100;
/** A pattern of all values that were sealed with a data key. */
const sealedWith = (dataKeyId: string) => `v1.${dataKeyId}.%`;

const sealedKeys = (db: Db | Tx) => db.selectFrom('api_keys').select(sealedColumns).$narrowType<HasKeyType>();

export type VendorKeysStore = ReturnType<typeof createVendorKeysStore>;

export function createVendorKeysStore(db: Db) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    /** The stored keys, without their values. */
    list: (userId: string): Promise<StoredKeyRow[]> =>
      db
        .selectFrom('api_keys')
        .select(listedColumns)
        .where('user_id', '=', userId)
        .$narrowType<HasKeyType>()
        .execute(),

    listSealed: (userId: string, vendor: string): Promise<SealedKeyRow[]> =>
      sealedKeys(db).where('user_id', '=', userId).where('vendor', '=', vendor).execute(),

    async lastUses(userId: string): Promise<Map<string, Date>> {
      const rows = await db
        .selectFrom('vendor_key_audit')
        .select(({ fn }) => ['vendor', fn.max('at').as('at')])
        .where('user_id', '=', userId)
        .where('action', '=', 'use')
        .groupBy('vendor')
        .execute();
      return new Map(rows.map(({ vendor, at }) => [vendor, at]));
    },

    async lastTests(userId: string): Promise<Map<string, { outcome: KeyTest['outcome']; testedAt: Date }>> {
      const rows = await db
        .selectFrom('vendor_key_tests')
        .select(['vendor', 'outcome', 'tested_at as testedAt'])
        .where('user_id', '=', userId)
        .$narrowType<Pick<KeyTest, 'outcome'>>()
        .execute();
      return new Map(rows.map((row) => [row.vendor, row]));
    },

    /** Must come first: if the audit entry cannot be written, the action must not happen. */
    async audit({ userId, vendor, keyType, action }: AuditEntry, tx: Tx | Db = db): Promise<void> {
      await tx
        .insertInto('vendor_key_audit')
        .values({ user_id: userId, vendor, key_type: keyType, action })
        .execute();
    },

    /** Replaces the key of that type. The sealed value is bound to the row id, so the id is replaced too. */
    async save(tx: Tx, row: SealedKeyRow & { masked: string; description: string | null }): Promise<void> {
      const { id, userId, vendor, keyType, sealed, masked, description } = row;
      await tx
        .insertInto('api_keys')
        .values({ id, user_id: userId, vendor, key_type: keyType, key_value: sealed, masked, description })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'vendor', 'key_type'])
            .doUpdateSet({ id, key_value: sealed, masked, description, updated_at: now }),
        )
        .execute();
    },

    async remove(tx: Tx, userId: string, vendor: string, keyType: KeyType | null): Promise<void> {
      await tx
        .deleteFrom('api_keys')
        .where('user_id', '=', userId)
        .where('vendor', '=', vendor)
        .$if(keyType !== null, (query) => query.where('key_type', '=', keyType ?? ''))
        .execute();
      await tx
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
          conflict.columns(['user_id', 'vendor']).doUpdateSet({ outcome, tested_at: now }),
        )
        .execute();
    },

    async deleteAudit(olderThanDays: number): Promise<void> {
      await db.deleteFrom('vendor_key_audit').where('at', '<', ago(olderThanDays, 'day')).execute();
    },

    async countSealedWith(tx: Tx, dataKeyId: string): Promise<number> {
      const { count } = await tx
        .selectFrom('api_keys')
        .select(rowCount)
        .where('key_value', 'like', sealedWith(dataKeyId))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Locks a batch of rows that were sealed with a data key until the transaction ends. */
    lockSealedWith: (tx: Tx, dataKeyId: string): Promise<SealedKeyRow[]> =>
      sealedKeys(tx)
        .where('key_value', 'like', sealedWith(dataKeyId))
        .orderBy('id')
        .limit(resealBatch)
        .forUpdate()
        .execute(),

    async replaceSealed(tx: Tx, id: string, sealed: string): Promise<void> {
      await tx.updateTable('api_keys').set({ key_value: sealed }).where('id', '=', id).execute();
    },
  };
}
