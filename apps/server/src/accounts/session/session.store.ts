import { sql } from 'kysely';
import type { Db, Pool, Tx } from '../../platform/db/database.ts';
import { ago, now } from '../../platform/db/expressions.ts';
import { clientsWait, prepare } from '../../platform/db/prepared.ts';
import { createReadBatcher, type Placed, questionRows } from '../../platform/db/read-batcher.ts';
import { type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';

const maxWrongTries = 5;

/** How many days a session lasts, without use and in total. */
export interface SessionLife {
  idleDays: number;
  maxDays: number;
}

/** How a person signed in. */
export type SignInMethod = 'passkey' | 'provider' | 'link';

export interface NewSession {
  owner: OwnerId;
  tokenHash: Buffer;
  browser: string;
  /** Missing for a browser. */
  person?: { method: SignInMethod; hours: number };
}

/** Far more than a user has: each session but the first takes a recovery code. */
const maxListed = 100;

/** By key in a loop: whatever PostgreSQL believes about the size of the tables, it does not read all of them. */
const findLive = prepare<Placed & { owner: OwnerId; due: boolean }>(
  'sessions',
  { place: 'int4', owner: 'uuid', due: 'bool' },
  `select place::int4, live.*
     from ${questionRows('bytea')} as asked (token_hash, place), lateral (
       select users.id as owner, sessions.last_used_at < now() - interval '1 hour' as due
         from sessions join users on users.id = sessions.owner and users.kind = 'browser'
        where sessions.token_hash = asked.token_hash and users.forgotten_at is null
          and users.suspended_at is null and sessions.last_used_at > now() - $2 * interval '1 day'
          and sessions.created_at > now() - $3 * interval '1 day'
        limit 1) as live`,
  clientsWait,
);

/** Of a person: a session ends after its time, and after half of it without use. Null for browsers. */
const isNotOver = sql<boolean>`least(ends_at, last_used_at + (ends_at - created_at) / 2) > now() is not false`;

const createFinder = (pool: Pool) =>
  createReadBatcher(
    (asked: { tokenHash: Buffer; life: SessionLife }[]) => {
      const [{ life }] = asked as [(typeof asked)[0]];
      const hashes = asked.map(({ tokenHash }) => tokenHash);
      return findLive(pool, hashes, life.idleDays, life.maxDays);
    },
    { groupOf: ({ life }) => life },
  );

export type SessionStore = ReturnType<typeof createSessionStore>;
export type ListedSession = Awaited<ReturnType<SessionStore['listSessions']>>[number];

export function createSessionStore(db: Db, pool: Pool) {
  /** Ends all sessions of the user, except one if it is given. Returns how many. */
  async function endSessions(tx: Tx, owner: OwnerId, { except }: { except?: Buffer } = {}) {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('owner', '=', owner)
      .$if(except !== undefined, (query) => query.where('token_hash', '<>', except as Buffer))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  const findBatched = createFinder(pool);

  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    /** The user of a live session, and whether the session is due to be renewed. Every request of a browser reads its session. */
    findSession: (tokenHash: Buffer, life: SessionLife) => findBatched({ tokenHash, life }),

    async renewSession(tokenHash: Buffer, browser: string): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ last_used_at: now, browser })
        .where('token_hash', '=', tokenHash)
        .execute();
    },

    async createSession(tx: Tx, { owner, tokenHash, browser, person }: NewSession): Promise<void> {
      const ofPerson = person && {
        method: person.method,
        ends_at: sql<Date>`now() + ${person.hours} * interval '1 hour'`,
      };
      await tx
        .insertInto('sessions')
        .values({ owner, token_hash: tokenHash, browser, ...ofPerson })
        .execute();
    },

    /** Ends those that began first, and keeps `count`. */
    async keepNewest(tx: Tx, owner: OwnerId, count: number): Promise<void> {
      const older = tx
        .selectFrom('sessions')
        .select('token_hash')
        .where('owner', '=', owner)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(count);
      await tx.deleteFrom('sessions').where('token_hash', 'in', older).execute();
    },

    /** Live sessions only: an expired one may not be deleted yet. */
    listSessions: (owner: OwnerId, tokenHash: Buffer, { idleDays, maxDays }: SessionLife) =>
      db
        .selectFrom('sessions')
        .select(['id', 'browser', 'created_at as startedAt', 'last_used_at as lastUsedAt'])
        .select((eb) => eb('token_hash', '=', tokenHash).$castTo<boolean>().as('isCurrent'))
        .where('owner', '=', owner)
        .where('last_used_at', '>', ago(idleDays, 'day'))
        .where('created_at', '>', ago(maxDays, 'day'))
        .where(isNotOver)
        .orderBy('isCurrent', 'desc')
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .limit(maxListed)
        .execute(),

    /** Returns false if the user has no such session. */
    async endSession(tx: Tx, owner: OwnerId, id: string): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    endSessions,

    /** Returns how many. */
    async endAllOfPeople(tx: Tx): Promise<number> {
      const { numDeletedRows } = await tx
        .deleteFrom('sessions')
        .where('ends_at', 'is not', null)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Returns whose it was. */
    async deleteSession(tx: Tx, tokenHash: Buffer): Promise<OwnerId | undefined> {
      const deleted = await tx
        .deleteFrom('sessions')
        .where('token_hash', '=', tokenHash)
        .returning('owner')
        .executeTakeFirst();
      return deleted?.owner;
    },

    async deleteRecoveryCode(tx: Tx, owner: OwnerId): Promise<void> {
      await tx.deleteFrom('recovery_codes').where('owner', '=', owner).execute();
    },

    /** Returns the number of deleted sessions. */
    async deleteExpiredSessions({ idleDays, maxDays }: SessionLife, limit: number): Promise<number> {
      const expired = db
        .selectFrom('sessions')
        .select('token_hash')
        .where((eb) =>
          eb.or([eb('last_used_at', '<', ago(idleDays, 'day')), eb('created_at', '<', ago(maxDays, 'day'))]),
        )
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('token_hash', 'in', expired)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async replaceRecoveryCode(tx: Tx, owner: OwnerId, selector: string, secretHash: Buffer): Promise<void> {
      await tx
        .insertInto('recovery_codes')
        .values({ owner, selector, secret_hash: secretHash })
        .onConflict((conflict) =>
          conflict.column('owner').doUpdateSet({ selector, secret_hash: secretHash, wrong_tries: 0 }),
        )
        .execute();
    },

    /** Returns false if the owner already has one, or is no browser: only browsers come back with a code. */
    async addRecoveryCode(owner: OwnerId, selector: string, secretHash: Buffer): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('recovery_codes')
        .columns(['owner', 'selector', 'secret_hash'])
        .expression((eb) =>
          eb
            .selectFrom('users')
            .select(['id', eb.val(selector).as('selector'), eb.val(secretHash).as('secret_hash')])
            .where('id', '=', owner)
            .where('kind', '=', 'browser'),
        )
        .onConflict((conflict) => conflict.column('owner').doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Consumes the code. Of two concurrent requests, only one succeeds. */
    async redeemRecoveryCode(tx: Tx, selector: string, secretHash: Buffer): Promise<OwnerId | null> {
      const redeemed = await tx
        .deleteFrom('recovery_codes')
        .using('users')
        .whereRef('users.id', '=', 'recovery_codes.owner')
        .where('selector', '=', selector)
        .where('secret_hash', '=', secretHash)
        .where('wrong_tries', '<', maxWrongTries)
        .returning('users.id')
        .executeTakeFirst();
      return redeemed ? toOwnerId(redeemed.id) : null;
    },

    /** Returns the user whose code it is, if any. */
    async countWrongTry(tx: Tx, selector: string): Promise<OwnerId | null> {
      const code = await tx
        .updateTable('recovery_codes')
        .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
        .where('selector', '=', selector)
        .returning('owner')
        .executeTakeFirst();
      return code?.owner ?? null;
    },
  };
}
