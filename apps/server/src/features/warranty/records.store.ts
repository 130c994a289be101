import type { VendorAnswer } from '@warranty/connectors/outcome';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Only what can be kept: a reply we did not understand is asked for again. */
export type KeptAnswer = Exclude<VendorAnswer, { kind: 'unexpected' }>;

type RecordTables = {
  warranty_records: { scope: string; vendor: string; serial: string; answer: string; checked_at: Date };
};

export interface WarrantyRecord {
  answer: KeptAnswer;
  checkedAt: Date;
  ageSeconds: number;
}

export interface RecordKey {
  scope: string;
  vendor: string;
  serial: string;
}

export type RecordsStore = ReturnType<typeof createRecordsStore>;

export function createRecordsStore(database: Db) {
  const db = database.withTables<RecordTables>();
  return {
    async find({ scope, vendor, serial }: RecordKey): Promise<WarrantyRecord | null> {
      const { rows } = await sql<WarrantyRecord>`
        select answer, checked_at as "checkedAt", extract(epoch from now() - checked_at)::float8 as "ageSeconds"
          from warranty_records where scope = ${scope} and vendor = ${vendor} and serial = ${serial}`.execute(
        db,
      );
      return rows[0] ?? null;
    },

    async keep({ scope, vendor, serial }: RecordKey, answer: KeptAnswer): Promise<Date> {
      const { rows } = await sql<{ checkedAt: Date }>`
        insert into warranty_records (scope, vendor, serial, answer)
        values (${scope}, ${vendor}, ${serial}, ${JSON.stringify(answer)})
        on conflict (scope, vendor, serial) do update set answer = excluded.answer, checked_at = now()
        returning checked_at as "checkedAt"`.execute(db);
      return rows[0]?.checkedAt ?? new Date();
    },
  };
}
