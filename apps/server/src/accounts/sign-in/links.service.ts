import { randomBytes } from 'node:crypto';
import { newNameEnding } from '@warranty/domain/demo-user-id';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { withoutOwner } from '../../platform/fairness/current-request.ts';
import { enforceRateLimit } from '../../platform/fairness/enforce-rate-limit.ts';
import type { Rate, RateLimiter } from '../../platform/fairness/rate-limiter.store.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { createTokenFormat, hashTokenHex } from '../../platform/secrets/checksummed-tokens.ts';
import { type MemberStore, maxMembers } from '../organizations/members.store.ts';
import type { UsersStore } from '../users/users.store.ts';
import type { LinkStore, LinkTarget } from './one-time-links.store.ts';
import type { RelyingParty } from './passkey-check.ts';
import type { PasskeyStore, StoredPasskey } from './passkeys.store.ts';
import type { PeopleStore } from './people.store.ts';
import { personCaller, type SignInService, type SignInVisit } from './sign-in.service.ts';

const format = createTokenFormat('wll_');
/** Of a network. */
const inspectionsRate: Rate = { count: 20, seconds: 3600 };

export interface LinkServiceDeps {
  db: Db;
  audit: Pick<Audit, 'record'>;
  limits: RateLimiter;
  store: LinkStore;
  members: MemberStore;
  people: PeopleStore;
  passkeys: PasskeyStore;
  users: UsersStore;
  signIn: Pick<SignInService, 'open' | 'withLink'>;
  relyingParty: RelyingParty;
}

/** A person who joins with a passkey that was just created. */
export interface NewMember {
  name: string;
  passkeyName: string;
  passkey: StoredPasskey;
}

export interface LinkOptions {
  label?: string;
  createdBy?: OwnerId;
  minutes: number;
}

export type LinkService = ReturnType<typeof createLinkService>;

/** Throws for what cannot be a link, without a query. */
function hashOf(secret: string): Buffer {
  if (!format.isWellFormed(secret)) throw new AppError('link_refused');
  return Buffer.from(hashTokenHex(secret), 'hex');
}

/** It only has to be unlike others: a person is never found by it. */
const newUsername = (): string => `user-${newNameEnding(randomBytes)}`;

export function createLinkService(deps: LinkServiceDeps) {
  const { db, audit, limits, store, members, people, passkeys, users, signIn, relyingParty } = deps;
  const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work);

  async function find(secret: string) {
    const found = await store.find(hashOf(secret));
    if (!found) throw new AppError('link_refused');
    return found;
  }

  /** Returns the organization. */
  async function join(
    tx: Tx,
    link: Parameters<LinkStore['take']>[1],
    person: OwnerId,
    caller: Pick<Caller, 'client' | 'requestId'>,
  ): Promise<OwnerId> {
    const used = await store.take(tx, link);
    if (!used?.owner || !used.role) throw new AppError('link_refused');
    const count = await members.lockAndCount(tx, used.owner);
    if (count >= maxMembers) throw new AppError('too_many_members', { values: { count } });
    if (!(await members.add(tx, used.owner, person, used.role))) throw new AppError('already_member');
    const event = { action: 'member.joined', targetId: person, details: { change: used.role } } as const;
    await audit.record(tx, { ...personCaller(person, caller), owner: used.owner }, event);
    return used.owner;
  }

  async function createPerson(tx: Tx, name: string): Promise<OwnerId> {
    for (;;) {
      const person = await users.create(tx, 'person', newUsername());
      if (!person) continue;
      await people.add(tx, person, name);
      return person;
    }
  }

  return {
    createPerson,

    /** Returns the organization. The link of a member stays as it is. */
    async joinUnlessMember(tx: Tx, id: string, person: OwnerId, visit: SignInVisit): Promise<OwnerId> {
      return (await store.findMembership(tx, id, person)) ?? join(tx, { id }, person, visit);
    },

    async inspect(secret: string, { client }: Pick<SignInVisit, 'client'>) {
      await enforceRateLimit(limits, `link:${client.key}`, inspectionsRate);
      return find(secret);
    },

    /** Returns the link's id and its secret, which is stored nowhere. */
    async create(tx: Tx, target: LinkTarget, options: LinkOptions) {
      const secret = format.create();
      const { label = '', createdBy = null, minutes } = options;
      const id = await store.add(tx, { target, secretHash: hashOf(secret), label, createdBy, minutes });
      return { id, secret };
    },

    /** The secret is in the fragment, which browsers send to no server. */
    urlOf: (secret: string): string => `${relyingParty.origin}/link#${secret}`,

    /** A link for one person cannot be used to join. Returns its id. */
    async findInvitation(secret: string): Promise<string> {
      const { id, owner } = await find(secret);
      if (!owner) throw new AppError('link_refused');
      return id;
    },

    /** Returns the cookie. All of it happens, or nothing. */
    joinAsNewPerson: (linkId: string | null, { name, passkeyName, passkey }: NewMember, visit: SignInVisit) =>
      transaction(async (tx) => {
        // A passkey that was started for someone who is signed in.
        if (linkId === null) throw new AppError('sign_in_expired');
        const person = await createPerson(tx, name);
        const { host } = relyingParty;
        if (!(await passkeys.add(tx, person, { ...passkey, name: passkeyName, host })))
          throw new AppError('passkey_refused');
        await join(tx, { id: linkId }, person, visit);
        return signIn.open(tx, person, 'passkey', visit);
      }),

    /** Returns the organization. Until now, it is none of the person's: the secret is the proof. */
    accept: (caller: Caller, secret: string): Promise<OwnerId> =>
      withoutOwner(() => transaction((tx) => join(tx, { secretHash: hashOf(secret) }, caller.owner, caller))),

    /** Returns the cookie, of the person whom the link is for. */
    signIn: (secret: string, visit: SignInVisit): Promise<string> => signIn.withLink(hashOf(secret), visit),
  };
}
