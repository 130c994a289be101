import { randomBytes } from 'node:crypto';
import { isDemoUserId, newDemoUserId } from '@warranty/domain/demo-user-id';
import { type Actor, systemActor } from '../../platform/audit/actor.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ActingCaller } from '../../platform/http/acting-caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { JobAttempt } from '../../platform/jobs/job.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import { enforceRateLimit } from '../../platform/limits/enforce-rate-limit.ts';
import type { Rate, RateLimiter } from '../../platform/limits/rate-limiter.store.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';
import { newRecoveryCode, readRecoveryCode } from './recovery-code.ts';
import type { SessionStore } from './session.store.ts';

export const sessionIdleDays = 30;
const userIdleDays = 180;
const sweepBatch = 500;
const hour = 3600;
const recoveryTries: Rate = { count: 20, seconds: hour };

export interface SessionServiceDeps {
  store: SessionStore;
  audit: Pick<Audit, 'record'>;
  limits: RateLimiter;
  /** New sessions that one IP address may start per hour. */
  newSessionsPerHour: number;
  enqueueErasure(payload: { userId: string }, tx: Tx): Promise<void>;
  /** Deletes the user's data that the database does not delete by cascade. */
  eraseOwned(userId: string): Promise<void>;
}

/** A new session. The token is stored only in the cookie. */
export interface NewSession extends Caller {
  token: string;
}

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService({
  store,
  audit,
  limits,
  newSessionsPerHour,
  enqueueErasure,
  eraseOwned,
}: SessionServiceDeps) {
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

  async function openSession(tx: Tx, user: Caller): Promise<NewSession> {
    const token = newToken();
    await store.createSession(tx, user.userId, hashToken(token));
    return { ...user, token };
  }

  return {
    /** Null if the token is unknown, deleted or expired. If `renewed` is set, the cookie must be sent again. */
    async resume(token: string): Promise<(Caller & { renewed: boolean }) | null> {
      const tokenHash = hashToken(token);
      const found = await store.findSession(tokenHash, sessionIdleDays);
      if (!found) return null;
      if (found.due) await store.renewSession(tokenHash, found.userId);
      return { userId: found.userId, username: found.username, renewed: found.due };
    },

    /** Creates a user, with the requested name if it was never used before. */
    async start(wanted: string | undefined, address: string, actor: Actor): Promise<NewSession> {
      await allow('new-session', address, { count: newSessionsPerHour, seconds: hour });
      return store.transaction(async (tx) => {
        const user = await createUser(tx, wanted);
        await audit.record(tx, actingAs(user, actor), { action: 'session.created' });
        return openSession(tx, user);
      });
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
      await store.deleteIdleSessions(sessionIdleDays);
      await limits.sweep();
      for (;;) {
        const forgotten = await store.transaction(async (tx) => {
          const userIds = await store.deleteIdleUsers(tx, userIdleDays, sweepBatch);
          for (const userId of userIds) {
            await audit.record(tx, systemActor(userId), { action: 'user.expired' });
            await enqueueErasure({ userId }, tx);
          }
          return userIds.length;
        });
        if (forgotten < sweepBatch) return;
      }
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

    /** Signs in as the user of this code and ends the browser's current session, if any. */
    async recover(
      typed: string,
      address: string,
      currentToken: string | undefined,
      actor: Actor,
    ): Promise<NewSession> {
      await allow('recovery', address, recoveryTries);
      const code = readRecoveryCode(typed);
      const session = code && (await redeem(code.selector, code.secretHash, currentToken, actor));
      if (session) return session;
      await store.transaction(async (tx) => {
        const owner = code && (await store.countWrongTry(tx, code.selector));
        await audit.record(tx, { ...actor, owner }, { action: 'session.recovered', outcome: 'refused' });
      });
      throw new AppError('recovery_code_refused');
    },
  };

  function redeem(
    selector: string,
    secretHash: Buffer,
    currentToken: string | undefined,
    actor: Actor,
  ): Promise<NewSession | null> {
    return store.transaction(async (tx) => {
      const user = await store.redeemRecoveryCode(tx, selector, secretHash);
      if (!user) return null;
      await audit.record(tx, actingAs(user, actor), { action: 'session.recovered' });
      if (currentToken) await store.deleteSession(tx, hashToken(currentToken));
      return openSession(tx, user);
    });
  }
}

const actingAs = ({ userId }: Caller, actor: Actor): Actor => ({ ...actor, id: userId, owner: userId });
