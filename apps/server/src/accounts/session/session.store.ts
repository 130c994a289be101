import { sql } from 'kysely';
import type { Db, Pool, Tx } from '../../platform/db/database.ts';
import { ago, now } from '../../platform/db/expressions.ts';
import { clientsWait, prepare } from '../../platform/db/prepared.ts';
import { createReadBatcher, type Placed } from '../../platform/db/read-batcher.ts';
import { type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';
import { hashToken } from '../../platform/secrets/tokens.ts';

/** No valid password has this format, so no login can ever match it. */
const noPassword = '!demo-user';
const maxWrongTries = 5;

/** How many days a session lasts, without use and in total. */
export interface SessionLife {
  idleDays: number;
  maxDays: number;
}

/** Far more than a user has: each session but the first takes a recovery code. */
const maxListed = 100;

/** By key in a loop: whatever PostgreSQL believes about the size of the tables, it does not read all of them. */
const findLive = prepare<Placed & { owner: OwnerId; due: boolean }>(
  'sessions',
  { place: 'int4', owner: 'uuid', due: 'bool' },
  `select place::int4, live.*
     from unnest($1::bytea[]) with ordinality as asked (token_hash, place), lateral (
       select users.id as owner, sessions.last_used_at < now() - interval '1 hour' as due
         from sessions join users on users.id = sessions.owner
        where sessions.token_hash = asked.token_hash and users.forgotten_at is null
          and users.suspended_at is null and sessions.last_used_at > now() - $2 * interval '1 day'
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

    async renewSession(tokenHash: Buffer, owner: OwnerId, browser: string): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ last_used_at: now, browser })
        .where('token_hash', '=', tokenHash)
        .execute();
      await db.updateTable('users').set({ last_used_at: now }).where('id', '=', owner).execute();
    },

    async renewOwners(owners: OwnerId[]): Promise<void> {
      // Locks rows in id order to avoid deadlocks between processes.
      await sql`
        update users set last_used_at = now()
         where id in (select id from users
                       where id = any(${owners}::uuid[]) and last_used_at < now() - interval '1 hour'
                       order by id for no key update)`.execute(db);
    },

    /** Null if a user has, or ever had, that name. */
    async createUser(tx: Tx, username: string): Promise<OwnerId | null> {
      const retired = tx.selectFrom('retired_usernames').where('username_hash', '=', hashToken(username));
      const unlessRetired = tx
        .selectNoFrom(({ val }) => [val(username).as('username'), val(noPassword).as('password')])
        .where(({ exists, not }) => not(exists(retired)));
      const user = await tx
        .insertInto('users')
        .columns(['username', 'password'])
        .expression(unlessRetired)
        .onConflict((conflict) => conflict.column('username').doNothing())
        .returning('id')
        .executeTakeFirst();
      return user ? toOwnerId(user.id) : null;
    },

    /** What the owner is called on the wire. */
    async findUsername(owner: OwnerId, from: Db | Tx = db): Promise<string> {
      const user = await from
        .selectFrom('users')
        .select('username')
        .where('id', '=', owner)
        .executeTakeFirst();
      return user?.username ?? '';
    },

    async createSession(tx: Tx, owner: OwnerId, tokenHash: Buffer, browser: string): Promise<void> {
      await tx.insertInto('sessions').values({ owner, token_hash: tokenHash, browser }).execute();
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

    async deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
      await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
    },

    /** Marks the user as deleted and ends all of its sessions; the rows are erased later. */
    async deleteUser(tx: Tx, owner: OwnerId): Promise<void> {
      await tx.updateTable('users').set({ forgotten_at: now }).where('id', '=', owner).execute();
      await endSessions(tx, owner);
      await tx.deleteFrom('recovery_codes').where('owner', '=', owner).execute();
    },

    /** Foreign keys cascade to everything that references the user. */
    async eraseUser(tx: Tx, owner: OwnerId): Promise<void> {
      const user = await tx
        .deleteFrom('users')
        .where('id', '=', owner)
        .where('forgotten_at', 'is not', null)
        .returning('username')
        .executeTakeFirst();
      if (!user) return;
      await tx
        .insertInto('retired_usernames')
        .values({ username_hash: hashToken(user.username) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Marks up to `limit` users that have been inactive for that long and returns their ids. */
    async deleteIdleUsers(tx: Tx, idleDays: number, limit: number): Promise<OwnerId[]> {
      const idle = tx
        .selectFrom('users')
        .select('id')
        .where('last_used_at', '<', ago(idleDays, 'day'))
        .where('forgotten_at', 'is', null)
        .where('kind', '=', 'browser')
        .limit(limit)
        .forUpdate()
        .skipLocked();
      const users = await tx
        .updateTable('users')
        .set({ forgotten_at: now })
        .where('id', 'in', idle)
        .returning('id')
        .execute();
      return users.map(({ id }) => toOwnerId(id));
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

    /** Returns false if the user already has one. */
    async addRecoveryCode(owner: OwnerId, selector: string, secretHash: Buffer): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('recovery_codes')
        .values({ owner, selector, secret_hash: secretHash })
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
