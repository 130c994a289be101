import { sql } from 'kysely';
import type { Db, Pool, Tx } from '../../platform/db/database.ts';
import { ago, now } from '../../platform/db/expressions.ts';
import { clientsWait, prepare } from '../../platform/db/prepared.ts';
import { createReadBatcher, type Placed } from '../../platform/db/read-batcher.ts';
import type { Caller } from '../../platform/http/route.ts';

/** No valid password has this format, so no login can ever match it. */
const noPassword = '!demo-user';
const maxWrongTries = 5;

interface LiveSession extends Caller {
  due: boolean;
}

/** How many days a session lasts, without use and in total. */
export interface SessionLife {
  idleDays: number;
  maxDays: number;
}

export interface ListedSession {
  id: string;
  browser: string | null;
  startedAt: Date;
  lastUsedAt: Date;
  isCurrent: boolean;
}

/** Far more than a user has: each session but the first takes a recovery code. */
const maxListed = 100;

/** By key in a loop: whatever PostgreSQL believes about the size of the tables, it does not read all of them. */
const findLive = prepare<LiveSession & Placed>(
  'sessions',
  { place: 'int4', userId: 'uuid', username: 'text', due: 'bool' },
  `select place::int4, live.*
     from unnest($1::bytea[]) with ordinality as asked (token_hash, place), lateral (
       select users.id as "userId", users.username, sessions.last_used_at < now() - interval '1 hour' as due
         from sessions join users on users.id = sessions.user_id
        where sessions.token_hash = asked.token_hash and users.forgotten_at is null
          and sessions.last_used_at > now() - $2 * interval '1 day'
          and sessions.created_at > now() - $3 * interval '1 day'
        limit 1) as live`,
  clientsWait,
);

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

export function createSessionStore(db: Db, pool: Pool) {
  /** Ends all sessions of the user, except one if it is given. Returns how many. */
  async function endSessions(tx: Tx, userId: string, { except }: { except?: Buffer } = {}) {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(except !== undefined, (query) => query.where('token_hash', '<>', except as Buffer))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  const findBatched = createFinder(pool);

  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    /** The user of a live session, and whether the session is due to be renewed. Every request of a browser reads its session. */
    findSession: (tokenHash: Buffer, life: SessionLife): Promise<LiveSession | undefined> =>
      findBatched({ tokenHash, life }),

    async renewSession(tokenHash: Buffer, userId: string, browser: string): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ last_used_at: now, browser })
        .where('token_hash', '=', tokenHash)
        .execute();
      await db.updateTable('users').set({ last_used_at: now }).where('id', '=', userId).execute();
    },

    async renewUsers(userIds: string[]): Promise<void> {
      // Locks rows in id order to avoid deadlocks between processes.
      await sql`
        update users set last_used_at = now()
         where id in (select id from users
                       where id = any(${userIds}::uuid[]) and last_used_at < now() - interval '1 hour'
                       order by id for no key update)`.execute(db);
    },

    /** Null if a user has, or ever had, that name. */
    async createUser(tx: Tx, username: string, usernameHash: Buffer): Promise<Caller | null> {
      const retired = tx.selectFrom('retired_usernames').where('username_hash', '=', usernameHash);
      const unlessRetired = tx
        .selectNoFrom(({ val }) => [val(username).as('username'), val(noPassword).as('password')])
        .where(({ exists, not }) => not(exists(retired)));
      const user = await tx
        .insertInto('users')
        .columns(['username', 'password'])
        .expression(unlessRetired)
        .onConflict((conflict) => conflict.column('username').doNothing())
        .returning(['id as userId', 'username'])
        .executeTakeFirst();
      return user ?? null;
    },

    async createSession(tx: Tx, userId: string, tokenHash: Buffer, browser: string): Promise<void> {
      await tx.insertInto('sessions').values({ user_id: userId, token_hash: tokenHash, browser }).execute();
    },

    /** Live sessions only: an expired one may not be deleted yet. */
    listSessions: (
      userId: string,
      tokenHash: Buffer,
      { idleDays, maxDays }: SessionLife,
    ): Promise<ListedSession[]> =>
      db
        .selectFrom('sessions')
        .select(['id', 'browser', 'created_at as startedAt', 'last_used_at as lastUsedAt'])
        .select((eb) => eb('token_hash', '=', tokenHash).$castTo<boolean>().as('isCurrent'))
        .where('user_id', '=', userId)
        .where('last_used_at', '>', ago(idleDays, 'day'))
        .where('created_at', '>', ago(maxDays, 'day'))
        .orderBy('isCurrent', 'desc')
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .limit(maxListed)
        .execute(),

    /** Returns false if the user has no such session. */
    async endSession(tx: Tx, userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    endSessions,

    async deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
      await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
    },

    /** Marks the user as deleted and ends all of its sessions; the rows are erased later. */
    async deleteUser(tx: Tx, userId: string): Promise<void> {
      await tx.updateTable('users').set({ forgotten_at: now }).where('id', '=', userId).execute();
      await endSessions(tx, userId);
      await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    },

    /** Foreign keys cascade to everything that references the user. */
    async eraseUser(tx: Tx, userId: string, hashOf: (username: string) => Buffer): Promise<void> {
      const user = await tx
        .deleteFrom('users')
        .where('id', '=', userId)
        .where('forgotten_at', 'is not', null)
        .returning('username')
        .executeTakeFirst();
      if (!user) return;
      await tx
        .insertInto('retired_usernames')
        .values({ username_hash: hashOf(user.username) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Marks up to `limit` users that have been inactive for that long and returns their ids. */
    async deleteIdleUsers(tx: Tx, idleDays: number, limit: number): Promise<string[]> {
      const idle = tx
        .selectFrom('users')
        .select('id')
        .where('last_used_at', '<', ago(idleDays, 'day'))
        .where('forgotten_at', 'is', null)
        .limit(limit)
        .forUpdate()
        .skipLocked();
      const users = await tx
        .updateTable('users')
        .set({ forgotten_at: now })
        .where('id', 'in', idle)
        .returning('id')
        .execute();
      return users.map((user) => user.id);
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

    async replaceRecoveryCode(tx: Tx, userId: string, selector: string, secretHash: Buffer): Promise<void> {
      await tx
        .insertInto('recovery_codes')
        .values({ user_id: userId, selector, secret_hash: secretHash })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ selector, secret_hash: secretHash, wrong_tries: 0 }),
        )
        .execute();
    },

    /** Returns false if the user already has one. */
    async addRecoveryCode(userId: string, selector: string, secretHash: Buffer): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('recovery_codes')
        .values({ user_id: userId, selector, secret_hash: secretHash })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Consumes the code. Of two concurrent requests, only one succeeds. */
    async redeemRecoveryCode(tx: Tx, selector: string, secretHash: Buffer): Promise<Caller | null> {
      const redeemed = await tx
        .deleteFrom('recovery_codes')
        .using('users')
        .whereRef('users.id', '=', 'recovery_codes.user_id')
        .where('selector', '=', selector)
        .where('secret_hash', '=', secretHash)
        .where('wrong_tries', '<', maxWrongTries)
        .returning(['users.id as userId', 'users.username'])
        .executeTakeFirst();
      return redeemed ?? null;
    },

    /** Returns the user whose code it is, if any. */
    async countWrongTry(tx: Tx, selector: string): Promise<string | null> {
      const code = await tx
        .updateTable('recovery_codes')
        .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
        .where('selector', '=', selector)
        .returning('user_id')
        .executeTakeFirst();
      return code?.user_id ?? null;
    },
  };
}
