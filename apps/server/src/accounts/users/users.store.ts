import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { ago, now } from '../../platform/db/expressions.ts';
import { type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';
import { hashToken } from '../../platform/secrets/tokens.ts';

/** No valid password has this format, so no login can ever match it. */
const noPasswords = { browser: '!demo-user', person: '!person', organization: '!organization' };

type UserKind = keyof typeof noPasswords;

export type UsersStore = ReturnType<typeof createUsersStore>;

/** Browsers, people and organizations: everyone that rows can belong to or be about. */
export function createUsersStore(db: Db) {
  return {
    /** Null if a user has, or ever had, that name. */
    async create(tx: Tx, kind: UserKind, username: string): Promise<OwnerId | null> {
      const retired = tx.selectFrom('retired_usernames').where('username_hash', '=', hashToken(username));
      // No sweep deletes people and organizations, not even that of a version that does not know them.
      const lastUsed = kind === 'browser' ? now : sql<Date>`timestamptz 'infinity'`;
      const unlessRetired = tx
        .selectNoFrom(({ val }) => [
          val(username).as('username'),
          val(noPasswords[kind]).as('password'),
          val(kind).as('kind'),
          lastUsed.as('last_used_at'),
        ])
        .where(({ exists, not }) => not(exists(retired)));
      const user = await tx
        .insertInto('users')
        .columns(['username', 'password', 'kind', 'last_used_at'])
        .expression(unlessRetired)
        .onConflict((conflict) => conflict.column('username').doNothing())
        .returning('id')
        .executeTakeFirst();
      return user ? toOwnerId(user.id) : null;
    },

    /** Also retires the name that it had. Returns false if a user had that name before, and fails if one has it. */
    async rename(tx: Tx, owner: OwnerId, username: string): Promise<boolean> {
      const isRetired = await tx
        .selectFrom('retired_usernames')
        .select('username_hash')
        .where('username_hash', '=', hashToken(username))
        .executeTakeFirst();
      if (isRetired) return false;
      const former = await tx
        .selectFrom('users')
        .select('username')
        .where('id', '=', owner)
        .forUpdate()
        .executeTakeFirst();
      if (!former || former.username === username) return true;
      await tx.updateTable('users').set({ username }).where('id', '=', owner).execute();
      await retire(tx, former.username);
      return true;
    },

    async setSuspended(tx: Tx, owner: OwnerId, isSuspended: boolean): Promise<void> {
      await tx
        .updateTable('users')
        .set({ suspended_at: isSuspended ? now : null })
        .where('id', '=', owner)
        .execute();
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

    async noteUse(owner: OwnerId): Promise<void> {
      await db.updateTable('users').set({ last_used_at: now }).where('id', '=', owner).execute();
    },

    /** Of browsers, whose time of last use counts. */
    async noteUses(owners: OwnerId[]): Promise<void> {
      // Locks rows in id order to avoid deadlocks between processes.
      await sql`
        update users set last_used_at = now()
         where id in (select id from users
                       where id = any(${owners}::uuid[]) and last_used_at < now() - interval '1 hour'
                       order by id for no key update)`.execute(db);
    },

    /** Marks the user as deleted; the rows are erased later. */
    async markDeleted(tx: Tx, owner: OwnerId): Promise<void> {
      await tx.updateTable('users').set({ forgotten_at: now }).where('id', '=', owner).execute();
    },

    /** Marks up to `limit` browsers that have been inactive for that long and returns their ids. */
    async markIdle(tx: Tx, idleDays: number, limit: number): Promise<OwnerId[]> {
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

    /** Foreign keys cascade to everything that references the user. */
    async erase(tx: Tx, owner: OwnerId): Promise<void> {
      const user = await tx
        .deleteFrom('users')
        .where('id', '=', owner)
        .where('forgotten_at', 'is not', null)
        .returning('username')
        .executeTakeFirst();
      if (!user) return;
      await retire(tx, user.username);
    },
  };
}

async function retire(tx: Tx, username: string): Promise<void> {
  await tx
    .insertInto('retired_usernames')
    .values({ username_hash: hashToken(username) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
