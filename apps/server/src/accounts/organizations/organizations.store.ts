import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { rowCount } from '../../platform/db/expressions.ts';
import { type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';

/** What the user of a row has. */
const counts = {
  runs: sql<number>`(select count(*)::int from bulk_runs where owner = users.id)`.as('runs'),
  scannedDevices:
    sql<number>`coalesce((select devices from discovery_usage where owner = users.id), 0)::int`.as(
      'scannedDevices',
    ),
  tokens: sql<number>`(select count(*)::int from external_api_tokens where user_id = users.id)`.as('tokens'),
  agents: sql<number>`(select count(*)::int from agent_secrets where owner = users.id)`.as('agents'),
};

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

    /** All of the installation, for its operator. Admins are those who can sign in. */
    listAll: () =>
      db
        .selectFrom('organizations')
        .innerJoin('users', 'users.id', 'organizations.id')
        .leftJoin('memberships', 'memberships.owner', 'organizations.id')
        .leftJoin('users as person', 'person.id', 'person_id')
        .select(['users.username as handle', 'name', 'users.suspended_at as suspendedAt'])
        .select('users.forgotten_at as deletedAt')
        .select([
          sql<number>`count(person_id)::int`.as('members'),
          sql<number>`(count(person_id) filter (where role = 'admin' and person.suspended_at is null
                                                  and person.forgotten_at is null))::int`.as('admins'),
        ])
        .select([counts.runs, counts.scannedDevices, counts.tokens, counts.agents])
        .groupBy(['organizations.id', 'users.id'])
        .orderBy('users.username')
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
        .select([counts.tokens, counts.agents])
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
