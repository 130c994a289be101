import type { Role } from '@warranty/contracts/access';
import type { Db, Tx } from '../../platform/db/database.ts';
import { rowCount } from '../../platform/db/expressions.ts';
import { lockAndCount } from '../../platform/ownership/count-owned.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

export const maxMembers = 1000;

export type MemberStore = ReturnType<typeof createMemberStore>;

export function createMemberStore(db: Db) {
  return {
    /** Locks the organization, so that concurrent changes cannot exceed a limit or leave no admin. */
    lockAndCount: (tx: Tx, organization: OwnerId): Promise<number> =>
      lockAndCount(tx, { name: 'memberships', ownerColumn: 'owner' }, organization),

    /** Returns false if the person is a member already. */
    async add(tx: Tx, organization: OwnerId, person: OwnerId, role: Role): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('memberships')
        .values({ owner: organization, person_id: person, role })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Returns false if the person is no member. */
    async setRole(tx: Tx, organization: OwnerId, person: string, role: Role): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('memberships')
        .set({ role })
        .where('owner', '=', organization)
        .where('person_id', '=', person)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Foreign keys end what the member answered for. Returns false if the person is no member. */
    async remove(tx: Tx, organization: OwnerId, person: string): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('memberships')
        .where('owner', '=', organization)
        .where('person_id', '=', person)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    async countAdmins(tx: Tx, organization: OwnerId): Promise<number> {
      const { count } = await tx
        .selectFrom('memberships')
        .select(rowCount)
        .where('owner', '=', organization)
        .where('role', '=', 'admin')
        .executeTakeFirstOrThrow();
      return count;
    },

    list: (organization: OwnerId) =>
      db
        .selectFrom('memberships')
        .innerJoin('people', 'people.id', 'person_id')
        .select(['person_id as id', 'name', 'email', 'role', 'created_at as joinedAt'])
        .select('signed_in_at as signedInAt')
        .select((eb) => [
          eb
            .selectFrom('external_api_tokens')
            .select(rowCount)
            .whereRef('user_id', '=', 'memberships.owner')
            .whereRef('created_by', '=', 'person_id')
            .as('tokens'),
          eb
            .selectFrom('agent_secrets')
            .select(rowCount)
            .whereRef('agent_secrets.owner', '=', 'memberships.owner')
            .whereRef('created_by', '=', 'person_id')
            .as('agents'),
        ])
        .where('memberships.owner', '=', organization)
        .orderBy('name')
        .orderBy('person_id')
        .limit(maxMembers)
        .execute(),
  };
}
