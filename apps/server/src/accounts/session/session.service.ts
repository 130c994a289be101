import { randomBytes } from 'node:crypto';
import type { BrowserSession } from '@warranty/contracts/browser-sessions';
import { nameBrowser } from '@warranty/domain/browser-name';
import { isDemoUserId, newDemoUserId } from '@warranty/domain/demo-user-id';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { enforceRateLimit } from '../../platform/fairness/enforce-rate-limit.ts';
import type { Rate, RateLimiter } from '../../platform/fairness/rate-limiter.store.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import type { JobAttempt } from '../../platform/jobs/job.ts';
import { type Caller, systemCaller } from '../../platform/ownership/caller.ts';
import { installationOwner, type OwnerId } from '../../platform/ownership/owner-id.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import type { UsersStore } from '../users/users.store.ts';
import { newRecoveryCode, type RecoveryCode, readRecoveryCode } from './recovery-code.ts';
import type { ListedSession, SessionLife, SessionStore } from './session.store.ts';

/** A session ends after this time, even if it is in use. */
const sessionMaxDays = 180;
const sweepBatch = 500;
const hour = 3600;
const unknownBrowser = { kind: 'browser', id: null } as const;
const recoveryTries: Rate = { count: 20, seconds: hour };

export interface SessionServiceDeps {
  store: SessionStore;
  users: UsersStore;
  audit: Pick<Audit, 'record'>;
  limits: RateLimiter;
  /** New sessions that one client may start per hour. */
  newSessionsPerHour: number;
  /** A session ends after this time without use. */
  sessionIdleDays: number;
  /** A user is deleted after this time without use. */
  userIdleDays: number;
  enqueueErasure(payload: { owner: OwnerId }, tx: Tx): Promise<void>;
  /** Deletes the user's data that the database does not delete by cascade. */
  eraseOwned(owner: OwnerId): Promise<void>;
}

/** A request of a browser that is not known as an owner yet. */
export type Visit = Pick<Caller, 'client' | 'requestId'> & { userAgent: string | undefined };

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService({
  store,
  users,
  audit,
  limits,
  newSessionsPerHour,
  sessionIdleDays,
  userIdleDays,
  enqueueErasure,
  eraseOwned,
}: SessionServiceDeps) {
  const sessionLife: SessionLife = { idleDays: sessionIdleDays, maxDays: sessionMaxDays };
  const allow = (key: string, { client }: Visit, rate: Rate) =>
    enforceRateLimit(limits, `${key}:${client.key}`, rate);

  async function createUser(tx: Tx, wanted: string | undefined): Promise<OwnerId> {
    for (let name = wanted; ; name = undefined) {
      const owner = await users.create(tx, 'browser', isDemoUserId(name) ? name : newDemoUserId(randomBytes));
      if (owner) return owner;
    }
  }

  /** The token is stored only in the cookie. */
  async function openSession(tx: Tx, owner: OwnerId, { userAgent }: Visit) {
    const token = newToken();
    await store.createSession(tx, { owner, tokenHash: hashToken(token), browser: nameBrowser(userAgent) });
    return { username: await users.findUsername(owner, tx), token };
  }

  return {
    /** Null if the token is unknown, deleted or expired. If `renewed` is set, the cookie must be sent again. */
    async resume(token: string, userAgent: string | undefined) {
      const tokenHash = hashToken(token);
      const found = await store.findSession(tokenHash, sessionLife);
      if (!found) return null;
      if (found.due) {
        await store.renewSession(tokenHash, nameBrowser(userAgent));
        await users.noteUse(found.owner);
      }
      return { owner: found.owner, renewed: found.due };
    },

    /** Creates a user, with the requested name if it was never used before. */
    async start(wanted: string | undefined, visit: Visit) {
      await allow('new-session', visit, { count: newSessionsPerHour, seconds: hour });
      return store.transaction(async (tx) => {
        const owner = await createUser(tx, wanted);
        await audit.record(tx, callerOf(owner, visit), { action: 'session.created' });
        return openSession(tx, owner, visit);
      });
    },

    usernameOf: (owner: OwnerId): Promise<string> => users.findUsername(owner),

    async list(owner: OwnerId, currentToken: string): Promise<BrowserSession[]> {
      return (await store.listSessions(owner, hashToken(currentToken), sessionLife)).map(toWire);
    },

    async end(caller: Caller, id: string): Promise<{ message: string }> {
      if (!isUuid(id)) throw new AppError('not_found');
      await store.transaction(async (tx) => {
        if (!(await store.endSession(tx, caller.owner, id))) throw new AppError('not_found');
        await audit.record(tx, caller, { action: 'session.ended', targetId: id });
      });
      return { message: 'Session ended.' };
    },

    async endOthers(caller: Caller, currentToken: string): Promise<{ message: string }> {
      const count = await store.transaction(async (tx) => {
        await audit.record(tx, caller, { action: 'session.ended', details: { change: 'others' } });
        return store.endSessions(tx, caller.owner, { except: hashToken(currentToken) });
      });
      return { message: count === 1 ? '1 session ended.' : `${count} sessions ended.` };
    },

    touchOwners: users.noteUses,

    async forget(caller: Caller): Promise<void> {
      await store.transaction(async (tx) => {
        await audit.record(tx, caller, { action: 'session.forgotten' });
        await users.markDeleted(tx, caller.owner);
        await store.endSessions(tx, caller.owner);
        await store.deleteRecoveryCode(tx, caller.owner);
        await enqueueErasure({ owner: caller.owner }, tx);
      });
    },

    async erase(owner: OwnerId, attempt: JobAttempt): Promise<void> {
      await eraseOwned(owner);
      await attempt.finish((tx) => users.erase(tx, owner));
    },

    async sweep(): Promise<void> {
      await inBatches(sweepBatch, (limit) => store.deleteExpiredSessions(sessionLife, limit));
      await limits.sweep();
      await inBatches(sweepBatch, (limit) =>
        store.transaction(async (tx) => {
          const owners = await users.markIdle(tx, userIdleDays, limit);
          for (const owner of owners) {
            await audit.record(tx, systemCaller(owner), { action: 'user.expired' });
            await enqueueErasure({ owner }, tx);
          }
          return owners.length;
        }),
      );
    },

    async makeRecoveryCode(caller: Caller): Promise<string> {
      const code = newRecoveryCode();
      await store.transaction(async (tx) => {
        await audit.record(tx, caller, { action: 'recovery_code.created' });
        await store.replaceRecoveryCode(tx, caller.owner, code.selector, code.secretHash);
      });
      return code.text;
    },

    /** Null if the user already has one. */
    async firstRecoveryCode(owner: OwnerId): Promise<string | null> {
      const { text, selector, secretHash } = newRecoveryCode();
      return (await store.addRecoveryCode(owner, selector, secretHash)) ? text : null;
    },

    /** Signs in as the user of this code. Ends its other sessions, and the browser's current session, if any. */
    async recover(typed: string, visit: Visit, currentToken: string | undefined) {
      await allow('recovery', visit, recoveryTries);
      const code = readRecoveryCode(typed);
      const session = code && (await redeem(code, visit, currentToken));
      if (session) return session;
      await store.transaction(async (tx) => {
        const owner = code && (await store.countWrongTry(tx, code.selector));
        const caller = { ...callerOf(owner || installationOwner, visit), actor: unknownBrowser };
        await audit.record(tx, caller, { action: 'session.recovered', outcome: 'refused' });
      });
      throw new AppError('recovery_code_refused');
    },
  };

  function redeem(
    { selector, secretHash }: Omit<RecoveryCode, 'text'>,
    visit: Visit,
    currentToken: string | undefined,
  ) {
    return store.transaction(async (tx) => {
      const owner = await store.redeemRecoveryCode(tx, selector, secretHash);
      if (!owner) return null;
      await audit.record(tx, callerOf(owner, visit), { action: 'session.recovered' });
      // The user has lost a browser, or suspects that a cookie was stolen.
      await store.endSessions(tx, owner);
      if (currentToken) await store.deleteSession(tx, hashToken(currentToken));
      return openSession(tx, owner, visit);
    });
  }
}

const callerOf = (owner: OwnerId, { client, requestId }: Visit): Caller => ({
  owner,
  actor: { kind: 'browser', id: owner },
  client,
  requestId,
});

function toWire({ browser, startedAt, lastUsedAt, ...session }: ListedSession): BrowserSession {
  return {
    ...session,
    browser: browser ?? nameBrowser(undefined),
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  };
}
