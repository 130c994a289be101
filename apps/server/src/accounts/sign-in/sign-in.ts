import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import type { RateLimiter } from '../../platform/fairness/rate-limiter.store.ts';
import { defineFeature } from '../../platform/feature.ts';
import { createCookie } from '../../platform/http/cookie.ts';
import type { PublicOrigin } from '../../platform/http/origin.ts';
import { scheduledJob } from '../../platform/jobs/job.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { createMemberStore } from '../organizations/members.store.ts';
import type { SessionStore } from '../session/session.store.ts';
import type { SignInMode } from '../sign-in-mode.ts';
import type { UsersStore } from '../users/users.store.ts';
import { createAttemptStore } from './attempts.store.ts';
import { createAttempts } from './attempts.ts';
import { createIdentityStore } from './identities.store.ts';
import { createLinkService, type LinkOptions } from './links.service.ts';
import { createLinkStore, type LinkTarget } from './one-time-links.store.ts';
import { createPasskeyService } from './passkeys.service.ts';
import { createPasskeyStore } from './passkeys.store.ts';
import { createPeopleStore } from './people.store.ts';
import { createPersonSessionStore } from './person-sessions.store.ts';
import { createProviderService } from './provider.service.ts';
import type { Provider } from './provider.ts';
import { createPeople } from './sign-in.authenticator.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { createSignInService } from './sign-in.service.ts';
import { signInTables } from './sign-in.tables.ts';

export interface SignInDeps {
  db: Db;
  pool: Pool;
  audit: Pick<Audit, 'record' | 'recordAlone'>;
  limits: RateLimiter;
  users: UsersStore;
  sessions: SessionStore;
  publicOrigin: PublicOrigin;
  signIn: { mode: SignInMode; hours: number; passkeys: boolean };
  /** Null without an identity provider. */
  provider: Provider | null;
}

const sweepBatch = 1000;
/** The cookie outlives its session: a page whose sign-in has ended must not go on as the browser that it was before. */
const cookieDaysAfterEnd = 30;

export function createSignIn(deps: SignInDeps) {
  const { db, pool, audit, limits, users, sessions, publicOrigin, provider, signIn: settings } = deps;
  const { origin, https } = publicOrigin;
  const relyingParty = { origin, host: new URL(origin).hostname };
  const [attemptStore, linkStore] = [createAttemptStore(db), createLinkStore(db)];
  const [passkeyStore, people] = [createPasskeyStore(db), createPeopleStore(db)];
  const maxAgeSeconds = settings.hours * 3600 + cookieDaysAfterEnd * 24 * 3600;
  const cookie = createCookie('warranty_sign_in', { https, maxAgeSeconds });
  const shared = { db, audit, limits, people, relyingParty };
  const signIn = createSignInService({
    ...shared,
    passkeys: passkeyStore,
    links: linkStore,
    sessions,
    personSessions: createPersonSessionStore(pool),
    hours: settings.hours,
  });
  const passkeys = createPasskeyService({ ...shared, store: passkeyStore });
  const members = createMemberStore(db);
  const links = createLinkService({
    ...shared,
    ...{ members, users, signIn },
    store: linkStore,
    passkeys: passkeyStore,
  });

  const service =
    provider &&
    createProviderService({ ...shared, identities: createIdentityStore(db), links, provider, signIn });

  async function sweep(): Promise<void> {
    await inBatches(sweepBatch, linkStore.deleteExpired);
    await inBatches(sweepBatch, attemptStore.deleteOld);
  }

  /** What a page is told about the person, and about the organization that it shows. */
  async function describe({ person, organization }: { person: OwnerId; organization: OwnerId | null }) {
    const [name, memberships] = [await people.findName(person), await people.listOrganizations(person)];
    const organizations = memberships.map(({ handle, name: of, role }) => ({ handle, name: of, role }));
    const current = memberships.findIndex(({ id }) => id === organization);
    return {
      userId: memberships[current]?.handle ?? (await users.findUsername(person)),
      person: { id: person, name },
      organization: organizations[current] ?? null,
      organizations,
    };
  }

  const attempts = createAttempts(attemptStore, { https });
  const routes = {
    ...{ attempts, cookie, links, relyingParty, signIn },
    passkeys: settings.passkeys ? passkeys : null,
    provider: provider && service && { identity: provider, service },
  };
  return defineFeature({
    routes: settings.mode === 'off' ? [] : signInRoutes({ ...routes, usernameOf: users.findUsername }),
    tables: signInTables,
    jobs: [scheduledJob('sign-in.sweep', '*/15 * * * *', sweep)],
    /** What organizations invite with. */
    forOrganizations: { links, linkStore, members },
    /** Returns the link's id and its secret, which is stored nowhere. */
    createLink: (target: LinkTarget, options: LinkOptions) =>
      db.transaction().execute((tx) => links.create(tx, target, options)),
    people: createPeople({
      ...{ mode: settings.mode, cookie },
      resume: signIn.resume,
      usernameOf: users.findUsername,
    }),
    describe,
    namesOf: people.namesOf,
    peopleStore: people,
  });
}
