import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { daysAgo, nextMonths } from '../db/partitions.ts';
import { isPostponed } from '../db/postponed.ts';
import type { Tables } from '../db/tables.ts';
import type { MonthKey } from './pseudonyms.ts';

const parameters = {
  owner: 'uuid',
  actor_kind: 'text',
  actor_id: 'uuid',
  action: 'text',
  outcome: 'text',
  request_id: 'uuid',
  address_hash: 'text',
  details: 'jsonb',
} as const;

type Column = keyof typeof parameters;

const columns = Object.keys(parameters) as Column[];

export type EventRow = Required<Pick<Insertable<Tables['audit_events']>, Column>>;

/** The values of `insertEventSql`. */
export const eventParameters = (event: EventRow): unknown[] => columns.map((column) => event[column]);

/**
 * Part of a prepared statement that makes a change and records it at once: one event per row of `from`. Its parameters
 * start at `$first`; `targetId` is an expression.
 */
export function insertEventSql({
  first,
  from,
  targetId,
}: {
  first: number;
  from: string;
  targetId: string;
}): string {
  const values = columns.map((column, index) => `$${first + index}::${parameters[column]}`);
  return `insert into audit_events (${columns.join(', ')}, target_id)
    select ${values.join(', ')}, ${targetId} from ${from}`;
}

const thisMonth = sql<string>`date_trunc('month', now() at time zone 'utc')::date`;
/** So that changes go on for three months if no sweep runs. */
const monthsAhead = 3;

/** Months are created and dropped by functions of the database: the tables may belong to another role than ours. */
export function createAuditStore(db: Db) {
  return {
    async insert(tx: Tx, event: EventRow, targetId: string | null): Promise<void> {
      await tx
        .insertInto('audit_events')
        .values({ ...event, target_id: targetId })
        .execute();
    },

    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    /** Creates the tables and keys of this month and the next ones. */
    async makeMonths(): Promise<void> {
      for (const month of nextMonths(monthsAhead)) {
        await sql`select make_audit_month(${month}::date)`.execute(db);
        await sql`insert into audit_address_keys (month, key)
                  values (${month}, sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea))
                  on conflict do nothing`.execute(db);
      }
    },

    /** The keys of this month and the next ones. */
    listKeys: (from: Db | Tx = db): Promise<MonthKey[]> =>
      from
        .selectFrom('audit_address_keys')
        .select(['month', 'key'])
        .where('month', '>=', thisMonth)
        .execute(),

    /** The hashes made with these keys can never be reproduced. */
    async deletePastKeys(): Promise<void> {
      await db.deleteFrom('audit_address_keys').where('month', '<', thisMonth).execute();
    },

    /** Drops the months of which every event is older. Those that are in use are left for the next time. */
    async dropMonths(olderThanDays: number): Promise<void> {
      try {
        await sql`select drop_audit_months(${daysAgo(olderThanDays)}::date)`.execute(db);
      } catch (error) {
        if (!isPostponed(error)) throw error;
      }
    },
  };
}
