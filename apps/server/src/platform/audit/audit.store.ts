import type { ActorKind, AuditAction, AuditOutcome } from '@warranty/contracts/audit-actions';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { rawQuery } from '../db/raw-query.ts';
import type { MonthKey } from './pseudonyms.ts';

export interface EventRow {
  owner: string | null;
  actorKind: ActorKind;
  actorId: string | null;
  action: AuditAction;
  outcome: AuditOutcome;
  requestId: string | null;
  addressHash: string | null;
  /** As JSON. */
  details: string;
}

const parameters = {
  owner: 'uuid',
  actor_kind: 'text',
  actor_id: 'uuid',
  action: 'text',
  outcome: 'text',
  request_id: 'uuid',
  address_hash: 'text',
  details: 'jsonb',
};

/** The values of `insertEventSql`. */
export const eventParameters = (event: EventRow): unknown[] => [
  event.owner,
  event.actorKind,
  event.actorId,
  event.action,
  event.outcome,
  event.requestId,
  event.addressHash,
  event.details,
];

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
  const values = Object.values(parameters).map((type, index) => `$${first + index}::${type}`);
  return `insert into audit_events (${Object.keys(parameters).join(', ')}, target_id)
    select ${values.join(', ')}, ${targetId} from ${from}`;
}

const thisMonth = sql<string>`date_trunc('month', now() at time zone 'utc')::date`;
/** So that changes go on for three months if no sweep runs. */
const monthsAhead = 3;

const listMonthsBefore = rawQuery<{ name: string }, { days: number }>(
  { name: 'text' },
  ({ days }) => sql`
    select relname::text as name from pg_class
     where relname ~ '^audit_events_\\d{4}_\\d{2}$' and relkind = 'r'
       and right(relname, 7) < to_char((now() - ${days} * interval '1 day') at time zone 'utc', 'YYYY_MM')`,
);

export function createAuditStore(db: Db) {
  /** Gives up instead of letting every change wait behind it. */
  const withShortLocks = (work: (tx: Tx) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '3s'`.execute(tx);
      await work(tx);
    });

  return {
    async insert(tx: Tx, event: EventRow, targetId: string | null): Promise<void> {
      await tx
        .insertInto('audit_events')
        .values({
          owner: event.owner,
          actor_kind: event.actorKind,
          actor_id: event.actorId,
          action: event.action,
          target_id: targetId,
          outcome: event.outcome,
          request_id: event.requestId,
          address_hash: event.addressHash,
          details: event.details,
        })
        .execute();
    },

    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    /** Creates the tables and keys of this month and the next ones. */
    makeMonths: () =>
      withShortLocks((tx) =>
        sql`select make_audit_month((${thisMonth} + n * interval '1 month')::date)
              from generate_series(0, ${monthsAhead}::int) n`.execute(tx),
      ),

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

    /** Drops the months of which every event is older. */
    async dropMonths(olderThanDays: number): Promise<void> {
      for (const { name } of await listMonthsBefore(db, { days: olderThanDays }))
        await withShortLocks((tx) => sql`drop table if exists ${sql.table(name)}`.execute(tx));
    },
  };
}
