import type { ActorKind, AuditAction, AuditOutcome } from '@warranty/contracts/audit-actions';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { daysAgo, nextMonths } from '../db/partitions.ts';
import { isPostponed } from '../db/postponed.ts';
import type { OwnerId } from '../ownership/owner-id.ts';
import type { MonthKey } from './pseudonyms.ts';

export interface EventRow {
  owner: OwnerId;
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

/** Months are created and dropped by functions of the database: the tables may belong to another role than ours. */
export function createAuditStore(db: Db) {
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
