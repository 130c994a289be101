import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { retryOn } from '../../platform/db/retry-on.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { IdentityStore } from './identities.store.ts';
import type { LinkService } from './links.service.ts';
import type { PeopleStore } from './people.store.ts';
import type { Provider, ProviderAttempt } from './provider.ts';
import type { ProviderIdentity } from './provider-identity.ts';
import { personCaller, type SignInService, type SignInVisit } from './sign-in.service.ts';

export interface ProviderServiceDeps {
  db: Db;
  audit: Pick<Audit, 'record'>;
  identities: IdentityStore;
  links: Pick<LinkService, 'createPerson' | 'joinUnlessMember'>;
  people: PeopleStore;
  provider: Provider;
  signIn: Pick<SignInService, 'open' | 'refuse'>;
}

export type ProviderService = ReturnType<typeof createProviderService>;

/** Two first sign-ins of one person at once, or a person who is deleted meanwhile. */
const [uniqueViolation, foreignKeyViolation] = ['23505', '23503'];
const maxTries = 3;

export function createProviderService(deps: ProviderServiceDeps) {
  const { db, audit, identities, links, people, provider, signIn } = deps;

  async function createPerson(tx: Tx, identity: ProviderIdentity): Promise<OwnerId> {
    const person = await links.createPerson(tx, identity.name);
    await identities.add(tx, person, identity);
    return person;
  }

  /** All of it happens, or nothing. */
  async function open(identity: ProviderIdentity, linkId: string | null, visit: SignInVisit) {
    const found = await identities.find(identity);
    if (found?.isSuspended) return signIn.refuse(found.person, visit, 'person_suspended');
    return db.transaction().execute(async (tx) => {
      const person = found?.person ?? (await createPerson(tx, identity));
      await people.describe(tx, person, identity);
      const event = { action: 'person.signed_in', details: { change: 'provider' } } as const;
      await audit.record(tx, personCaller(person, visit), event);
      const organization = linkId === null ? null : await links.joinUnlessMember(tx, linkId, person, visit);
      return { token: await signIn.open(tx, person, 'provider', visit), organization };
    });
  }

  return {
    /** Returns the cookie, and the organization that was joined. The attempt has been used up. */
    async signIn(query: string, attempt: ProviderAttempt, linkId: string | null, visit: SignInVisit) {
      const identity = await provider.identify(query, attempt);
      return retryOn([uniqueViolation, foreignKeyViolation], maxTries, () => open(identity, linkId, visit));
    },
  };
}
