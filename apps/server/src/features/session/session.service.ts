import { randomBytes } from 'node:crypto';
import type { BrowserSession } from '@warranty/contracts/browser-sessions';
import { nameBrowser } from '@warranty/domain/browser-name';
import { isDemoUserId, newDemoUserId } from '@warranty/domain/demo-user-id';
import { type Actor, systemActor } from '../../platform/audit/actor.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import type { ActingCaller } from '../../platform/http/acting-caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/route.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import type { JobAttempt } from '../../platform/jobs/job.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import { enforceRateLimit } from '../../platform/limits/enforce-rate-limit.ts';
import type { Rate, RateLimiter } from '../../platform/limits/rate-limiter.store.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { newRecoveryCode, type RecoveryCode, readRecoveryCode } from './recovery-code.ts';
import type { ListedSession, SessionLife, SessionStore } from './session.store.ts';

/** A session ends after this time, even if it is in use. */
const sessionMaxDays = 180;
const sweepBatch = 500;
const hour = 3600;
const recoveryTries: Rate = { count: 20, seconds: hour };

export interface SessionServiceDeps {
  store: SessionStore;
  audit: Pick<Audit, 'record'>;
  limits: RateLimiter;
  /** New sessions that one IP address may start per hour. */
  newSessionsPerHour: number;
  /** A session ends after this time without use. */
  sessionIdleDays: number;
  /** A user is deleted after this time without use. */
  userIdleDays: number;
  enqueueErasure(payload: { userId: string }, tx: Tx): Promise<void>;
  /** Deletes the user's data that the database does not delete by cascade. */
  eraseOwned(userId: string): Promise<void>;
}

/** A new session. The token is stored only in the cookie. */
export interface NewSession extends Caller {
  token: string;
}

/** Where a request comes from. */
export interface Client {
  address: string;
  userAgent: string | undefined;
  /** Before it is known as a user. */
  actor: Actor;
}

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService({
  store,
  audit,
  limits,
  newSessionsPerHour,
  sessionIdleDays,
  userIdleDays,
  enqueueErasure,
  eraseOwned,
}: SessionServiceDeps) {
  const sessionLife: SessionLife = { idleDays: sessionIdleDays, maxDays: sessionMaxDays };
  const allow = (key: string, address: string, rate: Rate) =>
    enforceRateLimit(limits, `${key}:${addressKey(address)}`, rate);

  async function createUser(tx: Tx, wanted: string | undefined): Promise<Caller> {
    if (isDemoUserId(wanted)) {
      const user = await store.createUser(tx, wanted, hashToken(wanted));
      if (user) return user;
    }
    for (;;) {
      const name = newDemoUserId(randomBytes);
      const user = await store.createUser(tx, name, hashToken(name));
      if (user) return user;
    }
  }

  async function openSession(tx: Tx, user: Caller, { userAgent }: Client): Promise<NewSession> {
    const token = newToken();
    await store.createSession(tx, user.userId, hashToken(token), nameBrowser(userAgent));
    return { ...user, token };
  }

  return {
    /** Null if the token is unknown, deleted or expired. If `renewed` is set, the cookie must be sent again. */
    async resume(
      token: string,
      userAgent: string | undefined,
    ): Promise<(Caller & { renewed: boolean }) | null> {
      const tokenHash = hashToken(token);
      const found = await store.findSession(tokenHash, sessionLife);
      if (!found) return null;
      if (found.due) await store.renewSession(tokenHash, found.userId, nameBrowser(userAgent));
      return { userId: found.userId, username: found.username, renewed: found.due };
    },

    /** Creates a user, with the requested name if it was never used before. */
    async start(wanted: string | undefined, client: Client): Promise<NewSession> {
      await allow('new-session', client.address, { count: newSessionsPerHour, seconds: hour });
      return store.transaction(async (tx) => {
        const user = await createUser(tx, wanted);
        await audit.record(tx, actingAs(user, client), { action: 'session.created' });
        return openSession(tx, user, client);
      });
    },

    async list(userId: string, currentToken: string): Promise<BrowserSession[]> {
      return (await store.listSessions(userId, hashToken(currentToken), sessionLife)).map(toWire);
    },

    async end({ userId, actor }: ActingCaller, id: string): Promise<{ message: string }> {
      if (!isUuid(id)) throw new AppError('not_found');
      await store.transaction(async (tx) => {
        if (!(await store.endSession(tx, userId, id))) throw new AppError('not_found');
        await audit.record(tx, actor, { action: 'session.ended', targetId: id });
      });
      return { message: 'Session ended.' };
    },

    async endOthers({ userId, actor }: ActingCaller, currentToken: string): Promise<{ message: string }> {
      const count = await store.transaction(async (tx) => {
        await audit.record(tx, actor, { action: 'session.ended', details: { change: 'others' } });
        return store.endSessions(tx, userId, { except: hashToken(currentToken) });
      });
      return { message: count === 1 ? '1 session ended.' : `${count} sessions ended.` };
    },

    touchUsers: store.renewUsers,

    async forget({ userId, actor }: ActingCaller): Promise<void> {
      await store.transaction(async (tx) => {
        await audit.record(tx, actor, { action: 'session.forgotten' });
        await store.deleteUser(tx, userId);
        await enqueueErasure({ userId }, tx);
      });
    },

    async erase(userId: string, attempt: JobAttempt): Promise<void> {
      await eraseOwned(userId);
      await attempt.finish((tx) => store.eraseUser(tx, userId, hashToken));
    },

    async sweep(): Promise<void> {
      await inBatches(sweepBatch, (limit) => store.deleteExpiredSessions(sessionLife, limit));
      await limits.sweep();
      await inBatches(sweepBatch, (limit) =>
        store.transaction(async (tx) => {
          const userIds = await store.deleteIdleUsers(tx, userIdleDays, limit);
          for (const userId of userIds) {
            await audit.record(tx, systemActor(userId), { action: 'user.expired' });
            await enqueueErasure({ userId }, tx);
          }
          return userIds.length;
        }),
      );
    },

    async makeRecoveryCode({ userId, actor }: ActingCaller): Promise<string> {
      const code = newRecoveryCode();
      await store.transaction(async (tx) => {
        await audit.record(tx, actor, { action: 'recovery_code.created' });
        await store.replaceRecoveryCode(tx, userId, code.selector, code.secretHash);
      });
      return code.text;
    },

    /** Null if the user already has one. */
    async firstRecoveryCode(userId: string): Promise<string | null> {
      const code = newRecoveryCode();
      const made = await store.addRecoveryCode(userId, code.selector, code.secretHash);
      return made ? code.text : null;
    },

    /** Signs in as the user of this code. Ends its other sessions, and the browser's current session, if any. */
    async recover(typed: string, client: Client, currentToken: string | undefined): Promise<NewSession> {
      await allow('recovery', client.address, recoveryTries);
      const code = readRecoveryCode(typed);
      const session = code && (await redeem(code, client, currentToken));
      if (session) return session;
      await store.transaction(async (tx) => {
        const owner = code && (await store.countWrongTry(tx, code.selector));
        await audit.record(
          tx,
          { ...client.actor, owner },
          { action: 'session.recovered', outcome: 'refused' },
        );
      });
      throw new AppError('recovery_code_refused');
    },
  };

  function redeem(
    { selector, secretHash }: Omit<RecoveryCode, 'text'>,
    client: Client,
    currentToken: string | undefined,
  ): Promise<NewSession | null> {
    return store.transaction(async (tx) => {
      const user = await store.redeemRecoveryCode(tx, selector, secretHash);
      if (!user) return null;
      await audit.record(tx, actingAs(user, client), { action: 'session.recovered' });
      // The user has lost a browser, or suspects that a cookie was stolen.
      await store.endSessions(tx, user.userId);
      if (currentToken) await store.deleteSession(tx, hashToken(currentToken));
      return openSession(tx, user, client);
    });
  }
}

const actingAs = ({ userId }: Caller, { actor }: Client): Actor => ({ ...actor, id: userId, owner: userId });

function toWire({ browser, startedAt, lastUsedAt, ...session }: ListedSession): BrowserSession {
  return {
    ...session,
    browser: browser ?? nameBrowser(undefined),
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  };
}
