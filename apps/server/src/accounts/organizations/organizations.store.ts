import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { rowCount } from '../../platform/db/expressions.ts';
import { type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';

export type OrganizationStore = ReturnType<typeof createOrganizationStore>;

export function createOrganizationStore(db: Db) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    async add(tx: Tx, organization: OwnerId, name: string): Promise<void> {
      await tx.insertInto('organizations').values({ id: organization, name }).execute();
    },

    find: (organization: OwnerId) =>
      db
        .selectFrom('organizations')
        .innerJoin('users', 'users.id', 'organizations.id')
        .select(['username as handle', 'name', 'users.created_at as createdAt'])
        .select((eb) =>
          eb
            .selectFrom('memberships')
            .select(rowCount)
            .whereRef('memberships.owner', '=', 'organizations.id')
            .as('members'),
        )
        .where('organizations.id', '=', organization)
        .executeTakeFirstOrThrow(),

    /** Undefined if there is none, or if it was deleted. */
    async findByHandle(handle: string): Promise<OwnerId | undefined> {
      const found = await db
        .selectFrom('organizations')
        .innerJoin('users', 'users.id', 'organizations.id')
        .select('users.id')
        .where('username', '=', handle)
        .where('forgotten_at', 'is', null)
        .executeTakeFirst();
      return found && toOwnerId(found.id);
    },

    /** All of the installation, for its operator. */
    listAll: () =>
      db
        .selectFrom('organizations')
        .innerJoin('users', 'users.id', 'organizations.id')
        .leftJoin('memberships', 'memberships.owner', 'organizations.id')
        .select(['username as handle', 'name', 'suspended_at as suspendedAt', 'forgotten_at as deletedAt'])
        .select([
          sql<number>`count(person_id)::int`.as('members'),
          sql<number>`(count(person_id) filter (where role = 'admin'))::int`.as('admins'),
        ])
        .groupBy(['organizations.id', 'users.id'])
        .orderBy('username')
        .execute(),

    /** The handles of those that can be used and have no admin who can. */
    async listWithoutAdmin(): Promise<string[]> {
      const found = await db
        .selectFrom('organizations')
        .innerJoin('users', 'users.id', 'organizations.id')
        .select('username')
        .where('users.forgotten_at', 'is', null)
        .where('users.suspended_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('memberships')
                .innerJoin('users as admin', 'admin.id', 'person_id')
                .whereRef('memberships.owner', '=', 'organizations.id')
                .where('role', '=', 'admin')
                .where('admin.forgotten_at', 'is', null)
                .where('admin.suspended_at', 'is', null),
            ),
          ),
        )
        .orderBy('username')
        .execute();
      return found.map(({ username }) => username);
    },

    /** Browsers with tokens or agent secrets, which stop where sign-in is required. */
    listBrowsersWithCredentials: () =>
      db
        .selectFrom('users')
        .select(['username', 'last_used_at as lastUsedAt'])
        .select((eb) => [
          eb
            .selectFrom('external_api_tokens')
            .select(rowCount)
            .whereRef('user_id', '=', 'users.id')
            .as('tokens'),
          eb
            .selectFrom('agent_secrets')
            .select(rowCount)
            .whereRef('agent_secrets.owner', '=', 'users.id')
            .as('agents'),
        ])
        .where('kind', '=', 'browser')
        .where('forgotten_at', 'is', null)
        .where((eb) =>
          eb.or([
            eb.exists(eb.selectFrom('external_api_tokens').whereRef('user_id', '=', 'users.id')),
            eb.exists(eb.selectFrom('agent_secrets').whereRef('agent_secrets.owner', '=', 'users.id')),
          ]),
        )
        .orderBy('last_used_at', 'desc')
        .limit(1000)
        .execute(),

    async rename(tx: Tx, organization: OwnerId, name: string): Promise<void> {
      await tx.updateTable('organizations').set({ name }).where('id', '=', organization).execute();
    },
  };
}
