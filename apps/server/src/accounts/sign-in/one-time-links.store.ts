import type { Role } from '@warranty/contracts/access';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { now, rowCount } from '../../platform/db/expressions.ts';
import { type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';

/** An invitation to an organization, or a sign-in for one person. */
export type LinkTarget = { owner: OwnerId; role: Role } | { person: OwnerId };

export interface NewLink {
  target: LinkTarget;
  secretHash: Buffer;
  label: string;
  /** The admin who made it; null for a command. */
  createdBy: OwnerId | null;
  minutes: number;
}

export type LinkStore = ReturnType<typeof createLinkStore>;

export function createLinkStore(db: Db) {
  /** Links that can be used now: they have not expired, and neither their organization nor their person is suspended. */
  const usable = (from: Db | Tx) =>
    from
      .selectFrom('one_time_links as link')
      .innerJoin('users', (join) => join.on(sql<boolean>`users.id = coalesce(link.owner, link.person_id)`))
      .where('expires_at', '>', now)
      .where('users.forgotten_at', 'is', null)
      .where('users.suspended_at', 'is', null);

  return {
    async add(tx: Tx, { target, secretHash, label, createdBy, minutes }: NewLink): Promise<string> {
      const { id } = await tx
        .insertInto('one_time_links')
        .values({
          secret_hash: secretHash,
          label,
          created_by: createdBy,
          expires_at: sql<Date>`now() + ${minutes} * interval '1 minute'`,
          ...('person' in target ? { person_id: target.person } : { owner: target.owner, role: target.role }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    find: (secretHash: Buffer) =>
      usable(db)
        .leftJoin('organizations', 'organizations.id', 'link.owner')
        .leftJoin('people', 'people.id', 'link.person_id')
        .leftJoin('people as inviter', 'inviter.id', 'link.created_by')
        .select([
          'link.id',
          'link.owner',
          'role',
          'organizations.name as organization',
          'people.name as person',
          'inviter.name as invitedBy',
          'expires_at as expiresAt',
        ])
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst(),

    /** Uses the link up. Of two requests at once, one gets it. */
    async take(tx: Tx, link: { id: string } | { secretHash: Buffer }) {
      const ids = usable(tx)
        .select('link.id')
        .$if('id' in link, (query) => query.where('link.id', '=', (link as { id: string }).id))
        .$if('secretHash' in link, (query) =>
          query.where('secret_hash', '=', (link as { secretHash: Buffer }).secretHash),
        );
      return tx
        .deleteFrom('one_time_links')
        .where('id', 'in', ids)
        .returning(['id', 'owner', 'role', 'person_id as person'])
        .executeTakeFirst();
    },

    /** The organization that the link invites to, if the person is a member already. */
    async findMembership(tx: Tx, id: string, person: OwnerId): Promise<OwnerId | undefined> {
      const found = await tx
        .selectFrom('one_time_links as link')
        .innerJoin('memberships', 'memberships.owner', 'link.owner')
        .select('memberships.owner')
        .where('link.id', '=', id)
        .where('memberships.person_id', '=', person)
        .executeTakeFirst();
      return found && toOwnerId(found.owner);
    },

    /** Those that can be used now, the newest first. */
    listInvitations: (organization: OwnerId) =>
      usable(db)
        .leftJoin('people as inviter', 'inviter.id', 'link.created_by')
        .select([
          'link.id',
          'label',
          'role',
          'link.created_at as createdAt',
          'expires_at as expiresAt',
          'inviter.name as invitedBy',
        ])
        .where('link.owner', '=', organization)
        .orderBy('link.created_at', 'desc')
        .orderBy('link.id')
        .limit(1000)
        .execute(),

    async countInvitations(tx: Tx, organization: OwnerId): Promise<number> {
      const { count } = await usable(tx)
        .select(rowCount)
        .where('link.owner', '=', organization)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Returns false if the organization has no such invitation. */
    async removeInvitation(tx: Tx, organization: OwnerId, id: string): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('one_time_links')
        .where('id', '=', id)
        .where('owner', '=', organization)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    /** Returns the number of deleted links. */
    async deleteExpired(limit: number): Promise<number> {
      const expired = db.selectFrom('one_time_links').select('id').where('expires_at', '<', now).limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom('one_time_links')
        .where('id', 'in', expired)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
