import type { Role } from '@warranty/contracts/access';
import type { Pool } from '../../platform/db/database.ts';
import { clientsWait, prepare } from '../../platform/db/prepared.ts';
import { createReadBatcher, type Placed, questionRows } from '../../platform/db/read-batcher.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

/** A live session, and the person's part in the organization that was asked for, or in the only one. */
interface FoundSession extends Placed {
  person: OwnerId;
  isFresh: boolean;
  due: boolean;
  organization: OwnerId | null;
  role: Role | null;
}

const columns = {
  place: 'int4',
  person: 'uuid',
  isFresh: 'bool',
  due: 'bool',
  organization: 'uuid | null',
  role: 'text | null',
} as const;

/** By key in a loop: whatever PostgreSQL believes about the size of the tables, it does not read all of them. */
const withMembership = (membership: string) => `
  select place::int4, live.*, organization, role
    from ${questionRows('bytea', 'text')} as asked (token_hash, handle, place)
    cross join lateral (
      select users.id as person, sessions.created_at > now() - interval '10 minutes' as "isFresh",
             sessions.last_used_at < now() - interval '5 minutes' as due
        from sessions join users on users.id = sessions.owner and users.kind = 'person'
       where sessions.token_hash = asked.token_hash and users.forgotten_at is null
         and users.suspended_at is null and ends_at > now()
         and sessions.last_used_at > now() - (ends_at - sessions.created_at) / 2
       limit 1) as live
    left join lateral (${membership}) as membership on true`;

/** With the handle, as pages send it: it takes PostgreSQL a tenth less time than to count memberships. */
const findLiveIn = prepare<FoundSession>(
  'person-sessions-in-organization',
  columns,
  withMembership(`
      select memberships.owner as organization, role
        from memberships, lateral (
          select username from users
           where users.id = memberships.owner and users.forgotten_at is null and users.suspended_at is null
           limit 1) as organization
       where person_id = live.person and username = asked.handle
       limit 1`),
  clientsWait,
);

/** Without a handle, a person who is in several organizations acts in none. */
const findLive = prepare<FoundSession>(
  'person-sessions',
  columns,
  withMembership(`
      select (array_agg(memberships.owner))[1] as organization, (array_agg(role))[1] as role
        from memberships join users on users.id = memberships.owner
       where person_id = live.person and asked.handle in (username, '')
         and users.forgotten_at is null and users.suspended_at is null
      having count(*) = 1`),
  clientsWait,
);

export type PersonSessionStore = ReturnType<typeof createPersonSessionStore>;

export function createPersonSessionStore(pool: Pool) {
  const findBatched = createReadBatcher(
    (asked: { tokenHash: Buffer; handle: string }[]) => {
      const find = asked[0]?.handle ? findLiveIn : findLive;
      return find(
        pool,
        asked.map(({ tokenHash }) => tokenHash),
        asked.map(({ handle }) => handle),
      );
    },
    { groupOf: ({ handle }) => handle !== '' },
  );

  return {
    /** Every request of a person reads its session: one that was ended is refused at once. An empty handle names none. */
    find: (tokenHash: Buffer, handle: string) => findBatched({ tokenHash, handle }),
  };
}
