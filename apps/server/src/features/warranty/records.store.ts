import type { VendorAnswer } from '@warranty/connectors/outcome';
import { sql } from 'kysely';
import type { Db, Pool } from '../../platform/db/database.ts';
import { prepare } from '../../platform/db/prepared.ts';

/** Only what can be kept: a reply we did not understand is asked for again. */
export type KeptAnswer = Exclude<VendorAnswer, { kind: 'unexpected' }>;

export interface WarrantyRecord {
  answer: KeptAnswer;
  checkedAt: Date;
  ageSeconds: number;
}

/** How long an answer is good for. */
export interface Freshness {
  foundSeconds: number;
  notKnownSeconds: number;
}

export function isFresh({ answer, ageSeconds }: WarrantyRecord, freshness: Freshness): boolean {
  return ageSeconds < (answer.kind === 'found' ? freshness.foundSeconds : freshness.notKnownSeconds);
}

export interface RecordKey {
  /** "system", or the owner's id. */
  scope: string;
  vendor: string;
  serial: string;
}

export type RecordsStore = ReturnType<typeof createRecordsStore>;

export function createRecordsStore(db: Db, pool: Pool) {
  const findOne = prepare<WarrantyRecord>(
    pool,
    'warranty-record',
    `select answer, checked_at as "checkedAt", extract(epoch from now() - checked_at)::float8 as "ageSeconds"
       from warranty_records where scope = $1 and vendor = $2 and serial = $3`,
  );
  return {
    async find({ scope, vendor, serial }: RecordKey): Promise<WarrantyRecord | null> {
      return (await findOne(scope, vendor, serial))[0] ?? null;
    },

    async keep({ scope, vendor, serial }: RecordKey, answer: KeptAnswer): Promise<Date> {
      const { rows } = await sql<{ checkedAt: Date }>`
        insert into warranty_records (scope, owner, vendor, serial, answer)
        values (${scope}, ${scope === 'system' ? null : scope}, ${vendor}, ${serial}, ${JSON.stringify(answer)})
        on conflict (scope, vendor, serial) do update set answer = excluded.answer, checked_at = now()
        returning checked_at as "checkedAt"`.execute(db);
      return rows[0]?.checkedAt ?? new Date();
    },
  };
}
