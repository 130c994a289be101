import type { Db } from '../../platform/db/database.ts';

type VendorKeyTables = {
  api_keys: { user_id: string; vendor: string; key_type: string };
};

export type VendorKeysStore = ReturnType<typeof createVendorKeysStore>;

export function createVendorKeysStore(database: Db) {
  const db = database.withTables<VendorKeyTables>();
  return {
    /** Which keys are there, without their values. */
    async list(userId: string): Promise<{ vendor: string; keyType: string }[]> {
      return db
        .selectFrom('api_keys')
        .select(['vendor', 'key_type as keyType'])
        .where('user_id', '=', userId)
        .execute();
    },
  };
}
