import type { Db, Tx } from '../../platform/db/database.ts';
import { type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';
import type { ProviderIdentity } from './provider-identity.ts';

/** Who a person is for the identity provider. An email address finds no one: it can belong to someone else tomorrow. */
type Identity = Pick<ProviderIdentity, 'issuer' | 'subject'>;

export type IdentityStore = ReturnType<typeof createIdentityStore>;

export function createIdentityStore(db: Db) {
  return {
    async find({ issuer, subject }: Identity) {
      const found = await db
        .selectFrom('identities')
        .innerJoin('users', 'users.id', 'person_id')
        .select((eb) => [
          'person_id as person',
          eb.or([eb('suspended_at', 'is not', null), eb('forgotten_at', 'is not', null)]).as('isSuspended'),
        ])
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return found && { person: toOwnerId(found.person), isSuspended: Boolean(found.isSuspended) };
    },

    /** Fails if another sign-in of the same person has just added it. */
    async add(tx: Tx, person: OwnerId, { issuer, subject }: Identity): Promise<void> {
      await tx.insertInto('identities').values({ issuer, subject, person_id: person }).execute();
    },
  };
}
