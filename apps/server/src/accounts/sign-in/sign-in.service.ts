import type { SignedCredential } from '@warranty/contracts/passkeys';
import { nameBrowser } from '@warranty/domain/browser-name';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { enforceRateLimit } from '../../platform/fairness/enforce-rate-limit.ts';
import type { Rate, RateLimiter } from '../../platform/fairness/rate-limiter.store.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import { installationOwner, type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import type { Visit } from '../session/session.service.ts';
import type { SessionStore, SignInMethod } from '../session/session.store.ts';
import type { LinkStore } from './one-time-links.store.ts';
import { checkPasskey, type RelyingParty } from './passkey-check.ts';
import type { PasskeyStore } from './passkeys.store.ts';
import type { PeopleStore } from './people.store.ts';
import type { PersonSessionStore } from './person-sessions.store.ts';
import { maxSessions } from './sign-in.limits.ts';

/** Of a network. Secrets and challenges cannot be guessed, so this only bounds the work. */
const attemptsRate: Rate = { count: 30, seconds: 60 };

export interface SignInServiceDeps {
  db: Db;
  audit: Pick<Audit, 'record' | 'recordAlone'>;
  limits: RateLimiter;
  people: PeopleStore;
  passkeys: PasskeyStore;
  links: LinkStore;
  sessions: SessionStore;
  personSessions: PersonSessionStore;
  relyingParty: RelyingParty;
  /** How long people stay signed in. */
  hours: number;
}

/** The person of a request, without an organization. */
export const personCaller = (
  person: OwnerId,
  { client, requestId }: Pick<Visit, 'client' | 'requestId'>,
): Caller => ({
  owner: person,
  actor: { kind: 'person', id: person },
  client,
  requestId,
});

export interface SignInVisit extends Visit {
  /** Of the session that this one replaces, if any. */
  presentedToken: string | undefined;
}

export type SignInService = ReturnType<typeof createSignInService>;

export function createSignInService({
  db,
  audit,
  limits,
  people,
  passkeys,
  links,
  sessions,
  personSessions,
  relyingParty,
  hours,
}: SignInServiceDeps) {
  const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);

  /** Returns the new cookie. No value from outside becomes a session, and the one that was presented ends. */
  async function open(tx: Tx, person: OwnerId, method: SignInMethod, visit: SignInVisit): Promise<string> {
    const token = newToken();
    if (visit.presentedToken) await sessions.deleteSession(tx, hashToken(visit.presentedToken));
    const browser = nameBrowser(visit.userAgent);
    const session = { owner: person, tokenHash: hashToken(token), browser };
    await sessions.createSession(tx, { ...session, person: { method, hours } });
    await sessions.keepNewest(tx, person, maxSessions);
    await people.noteSignIn(tx, person);
    return token;
  }

  async function refuse(
    person: OwnerId | undefined,
    visit: Visit,
    code: 'passkey_refused' | 'person_suspended' = 'passkey_refused',
  ): Promise<never> {
    const caller: Caller = {
      ...personCaller(person ?? installationOwner, visit),
      actor: { kind: 'person', id: null },
    };
    await audit.recordAlone(caller, { action: 'person.signed_in', outcome: 'refused' });
    throw new AppError(code);
  }

  return {
    open,
    refuse,

    /** Throws if a network starts or finishes too many sign-ins. */
    allowAttempt: ({ client }: Pick<Visit, 'client'>): Promise<void> =>
      enforceRateLimit(limits, `sign-in:${client.key}`, attemptsRate),

    /** Returns the cookie. The attempt that the credential is about has been used up. */
    async withPasskey(credential: SignedCredential, visit: SignInVisit): Promise<string> {
      const passkey = await passkeys.find(Buffer.from(credential.id, 'base64url'), relyingParty.host);
      const counter = passkey && (await checkPasskey(credential, passkey, relyingParty));
      if (!passkey || counter == null) return refuse(passkey?.person, visit);
      const token = await transaction(async (tx) => {
        if (!(await passkeys.noteUse(tx, passkey.id, counter))) return null;
        const event = { action: 'person.signed_in', details: { change: 'passkey' } } as const;
        await audit.record(tx, personCaller(passkey.person, visit), event);
        return open(tx, passkey.person, 'passkey', visit);
      });
      return token ?? refuse(passkey.person, visit);
    },

    /** With a link for one person. */
    async withLink(secretHash: Buffer, visit: SignInVisit): Promise<string> {
      return transaction(async (tx) => {
        const link = await links.take(tx, { secretHash });
        // That of an invitation is not used up.
        if (!link?.person) throw new AppError('link_refused');
        const person = toOwnerId(link.person);
        const event = { action: 'person.signed_in', details: { change: 'link' } } as const;
        await audit.record(tx, personCaller(person, visit), event);
        return open(tx, person, 'link', visit);
      });
    },

    /** Undefined if the cookie belongs to no live session of a person. */
    async resume(token: string, handle: string, userAgent: string | undefined) {
      const tokenHash = hashToken(token);
      const found = await personSessions.find(tokenHash, handle);
      if (found?.due) await sessions.renewSession(tokenHash, nameBrowser(userAgent));
      return found;
    },

    /** Also if the session has ended already. */
    async signOut(token: string, visit: Visit): Promise<void> {
      await transaction(async (tx) => {
        const person = await sessions.deleteSession(tx, hashToken(token));
        if (person) await audit.record(tx, personCaller(person, visit), { action: 'person.signed_out' });
      });
    },
  };
}
