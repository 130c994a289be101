import type { KeyTest } from '@warranty/contracts/vendor-keys';
import type { KeyType } from '@warranty/contracts/vendors/vendor';
import { insertEventSql } from '../../platform/audit/audit.store.ts';
import type { Db, Pool, Row, Tx } from '../../platform/db/database.ts';
import { now, rowCount } from '../../platform/db/expressions.ts';
import { prepare } from '../../platform/db/prepared.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

type HasKeyType = { keyType: KeyType };

const listedColumns = [
  'vendor',
  'key_type as keyType',
  'masked',
  'description',
  'updated_at as updatedAt',
  'last_used_at as lastUsedAt',
] as const;
export type StoredKeyRow = Row<'api_keys', typeof listedColumns, HasKeyType>;

const sealedColumns = [
  'id',
  'user_id as owner',
  'vendor',
  'key_type as keyType',
  'key_value as sealed',
] as const;
export type SealedKeyRow = Row<'api_keys', typeof sealedColumns, HasKeyType>;

/** The owner's first use of a vendor's keys in a minute sets their time and leaves the event. */
const noteUse = prepare<{ isFirst: boolean }>(
  'vendor-key-use',
  { isFirst: 'bool' },
  `with used as (
     update api_keys set last_used_at = now()
      where user_id = $1 and vendor = $2
        and (last_used_at is null or last_used_at < now() - interval '1 minute')
     returning id),
   first as (select from used limit 1),
   event as (${insertEventSql({ first: 3, from: 'first', targetId: 'null' })})
   select exists (select from first) as "isFirst"`,
);

const resealBatch = 100;
/** A pattern of all values that were sealed with a data key. */
const sealedWith = (dataKeyId: string) => `v1.${dataKeyId}.%`;

const sealedKeys = (db: Db | Tx) => db.selectFrom('api_keys').select(sealedColumns).$narrowType<HasKeyType>();

export type VendorKeysStore = ReturnType<typeof createVendorKeysStore>;

export function createVendorKeysStore(db: Db, pool: Pool) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    /** The stored keys, without their values. */
    list: (owner: OwnerId): Promise<StoredKeyRow[]> =>
      db
        .selectFrom('api_keys')
        .select(listedColumns)
        .where('user_id', '=', owner)
        .$narrowType<HasKeyType>()
        .execute(),

    listSealed: (owner: OwnerId, vendor: string): Promise<SealedKeyRow[]> =>
      sealedKeys(db).where('user_id', '=', owner).where('vendor', '=', vendor).execute(),

    async lastTests(owner: OwnerId): Promise<Map<string, { outcome: KeyTest['outcome']; testedAt: Date }>> {
      const rows = await db
        .selectFrom('vendor_key_tests')
        .select(['vendor', 'outcome', 'tested_at as testedAt'])
        .where('owner', '=', owner)
        .$narrowType<Pick<KeyTest, 'outcome'>>()
        .execute();
      return new Map(rows.map((row) => [row.vendor, row]));
    },

    /** Must come first: if the event cannot be written, the keys must not be used. Returns whether there was one. */
    async noteUse(owner: OwnerId, vendor: string, event: unknown[]): Promise<boolean> {
      return (await noteUse(pool, owner, vendor, ...event))[0]?.isFirst ?? false;
    },

    /** Replaces the key of that type. The sealed value is bound to the row id, so the id is replaced too. */
    async save(tx: Tx, row: SealedKeyRow & { masked: string; description: string | null }): Promise<void> {
      const { id, owner, vendor, keyType, sealed, masked, description } = row;
      await tx
        .insertInto('api_keys')
        .values({ id, user_id: owner, vendor, key_type: keyType, key_value: sealed, masked, description })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'vendor', 'key_type'])
            .doUpdateSet({ id, key_value: sealed, masked, description, updated_at: now }),
        )
        .execute();
    },

    async remove(tx: Tx, owner: OwnerId, vendor: string, keyType: KeyType | null): Promise<void> {
      await tx
        .deleteFrom('api_keys')
        .where('user_id', '=', owner)
        .where('vendor', '=', vendor)
        .$if(keyType !== null, (query) => query.where('key_type', '=', keyType ?? ''))
        .execute();
    },

    /** The last test is about the keys of that time and says nothing about others. */
    async forgetTest(tx: Tx, owner: OwnerId, vendor: string): Promise<void> {
      await tx
        .deleteFrom('vendor_key_tests')
        .where('owner', '=', owner)
        .where('vendor', '=', vendor)
        .execute();
    },

    async keepTest(owner: OwnerId, vendor: string, outcome: KeyTest['outcome']): Promise<void> {
      await db
        .insertInto('vendor_key_tests')
        .values({ owner, vendor, outcome })
        .onConflict((conflict) =>
          conflict.columns(['owner', 'vendor']).doUpdateSet({ outcome, tested_at: now }),
        )
        .execute();
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
