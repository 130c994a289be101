import type { ActorKind, AuditAction, AuditOutcome } from '@warranty/contracts/audit-actions';
import type { Pool } from '../../platform/db/database.ts';
import { prepare } from '../../platform/db/prepared.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

/** A place in the order of events. */
export interface EventPosition {
  /** With microseconds, which a Date does not have. */
  at: string;
  id: string;
}

interface StoredEvent extends EventPosition {
  action: AuditAction;
  outcome: AuditOutcome;
  actorKind: ActorKind;
  targetId: string | null;
  requestId: string | null;
  details: Record<string, string>;
}

/** With the names that its ids have now. */
export interface OwnEvent extends StoredEvent {
  actorId: string | null;
  actorName: string | null;
  targetName: string | null;
}

export interface AnyEvent extends StoredEvent {
  owner: OwnerId;
  actorId: string | null;
  addressHash: string | null;
}

export interface EventFilter {
  owner: string | null;
  action: string | null;
}

const storedColumns = {
  at: 'text',
  id: 'uuid',
  action: 'text',
  outcome: 'text',
  actorKind: 'text',
  targetId: 'text | null',
  requestId: 'uuid | null',
  details: 'jsonb',
} as const;

const storedFields = `
  to_char(e.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.id, e.action, e.outcome,
  e.actor_kind as "actorKind", e.target_id as "targetId", e.request_id as "requestId", e.details`;

const findOwn = prepare<OwnEvent>(
  'audit-events',
  { ...storedColumns, actorId: 'uuid | null', actorName: 'text | null', targetName: 'text | null' },
  `with e as materialized (
     select * from audit_events
      where owner = $1 and at > now() - $2::int * interval '1 day' and (at, id) < ($3::timestamptz, $4::uuid)
      order by at desc, id desc limit $5),
   named as (
     select id::text, token_name as name from external_api_tokens where user_id = $1
     union all select id::text, name from agent_secrets where owner = $1)
   select ${storedFields}, e.actor_id as "actorId", actor.name as "actorName", target.name as "targetName"
     from e
     left join named as actor on actor.id = e.actor_id::text
     left join named as target on target.id = e.target_id
    order by e.at desc, e.id desc`,
);

const findAny = prepare<AnyEvent>(
  'all-audit-events',
  { ...storedColumns, owner: 'uuid', actorId: 'uuid | null', addressHash: 'text | null' },
  `select ${storedFields}, e.owner, e.actor_id as "actorId", e.address_hash as "addressHash"
     from audit_events e
    where (e.at, e.id) > ($1::timestamptz, $2::uuid)
      and ($3::uuid is null or e.owner = $3) and ($4::text is null or e.action = $4)
    order by e.at, e.id limit $5`,
);

const findUser = prepare<{ id: string }>(
  'audit-user',
  { id: 'uuid' },
  'select id from users where username = $1',
);

const newest: EventPosition = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
/** Before every other id. */
export const firstId = '00000000-0000-0000-0000-000000000000';

export type AuditEventsStore = ReturnType<typeof createAuditEventsStore>;

export function createAuditEventsStore(pool: Pool) {
  return {
    /** Newest first. */
    listOwn(owner: OwnerId, before: EventPosition | null, { limit, days }: { limit: number; days: number }) {
      const { at, id } = before ?? newest;
      return findOwn(pool, owner, days, at, id, limit);
    },

    /** Oldest first, of all owners. */
    list: (after: EventPosition, { owner, action }: EventFilter, limit: number) =>
      findAny(pool, after.at, after.id, owner, action, limit),

    async findUserId(username: string): Promise<string | null> {
      return (await findUser(pool, username))[0]?.id ?? null;
    },
  };
}
