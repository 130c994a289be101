import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { now } from '../../platform/db/expressions.ts';
import { type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';

export type PeopleStore = ReturnType<typeof createPeopleStore>;

export function createPeopleStore(db: Db) {
  return {
    async add(tx: Tx, person: OwnerId, name: string): Promise<void> {
      await tx.insertInto('people').values({ id: person, name }).execute();
    },

    /** As the identity provider says. */
    async describe(tx: Tx, person: OwnerId, { name, email }: { name: string; email: string | null }) {
      await tx.updateTable('people').set({ name, email }).where('id', '=', person).execute();
    },

    async noteSignIn(tx: Tx, person: OwnerId): Promise<void> {
      await tx.updateTable('people').set({ signed_in_at: now }).where('id', '=', person).execute();
    },

    async findName(person: OwnerId): Promise<string> {
      const found = await db.selectFrom('people').select('name').where('id', '=', person).executeTakeFirst();
      return found?.name ?? '';
    },

    /** By the name of the row of `users`, which the operator sees in the list. Undefined if there is none. */
    async findByUsername(username: string): Promise<{ id: OwnerId; name: string } | undefined> {
      const found = await db
        .selectFrom('people')
        .innerJoin('users', 'users.id', 'people.id')
        .select(['people.id', 'name'])
        .where('username', '=', username)
        .where('forgotten_at', 'is', null)
        .executeTakeFirst();
      return found && { ...found, id: toOwnerId(found.id) };
    },

    /** All of the installation, for its operator. */
    listAll: () =>
      db
        .selectFrom('people')
        .innerJoin('users', 'users.id', 'people.id')
        .select(['username', 'name', 'signed_in_at as signedInAt', 'suspended_at as suspendedAt'])
        .select((eb) =>
          eb
            .selectFrom('memberships')
            .innerJoin('users as organization', 'organization.id', 'memberships.owner')
            .select(
              sql<
                string[]
              >`coalesce(array_agg(organization.username order by organization.username), '{}')`.as('of'),
            )
            .whereRef('person_id', '=', 'people.id')
            .as('organizations'),
        )
        .where('forgotten_at', 'is', null)
        .orderBy('name')
        .orderBy('username')
        .execute(),

    /** By id. */
    async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (ids.length === 0) return new Map();
      const found = await db
        .selectFrom('people')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(ids)])
        .execute();
      return new Map(found.map(({ id, name }) => [id, name]));
    },

    /** The organizations of the person that can be used now. */
    listOrganizations: (person: OwnerId) =>
      db
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.owner')
        .innerJoin('organizations', 'organizations.id', 'memberships.owner')
        .select(['organizations.id', 'organizations.name', 'username as handle', 'role'])
        .where('person_id', '=', person)
        .where('users.forgotten_at', 'is', null)
        .where('users.suspended_at', 'is', null)
        .orderBy('organizations.name')
        .orderBy('username')
        .execute(),
  };
}
