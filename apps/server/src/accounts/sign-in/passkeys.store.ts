import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { now, rowCount } from '../../platform/db/expressions.ts';
import { type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';

export interface StoredPasskey {
  id: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

export type PasskeyStore = ReturnType<typeof createPasskeyStore>;

export function createPasskeyStore(db: Db) {
  return {
    /** With the person whom it signs in; undefined if that person may not. */
    async find(id: Buffer, host: string) {
      const found = await db
        .selectFrom('passkeys')
        .innerJoin('users', 'users.id', 'person_id')
        .select(['passkeys.id', 'person_id as person', 'public_key as publicKey', 'counter', 'transports'])
        .where('passkeys.id', '=', id)
        .where('host', '=', host)
        .where('users.forgotten_at', 'is', null)
        .where('users.suspended_at', 'is', null)
        .executeTakeFirst();
      return found && { ...found, person: toOwnerId(found.person), counter: Number(found.counter) };
    },

    /** Returns false if it has been used with that counter, or a later one, in the meantime. */
    async noteUse(tx: Tx, id: Buffer, counter: number): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('passkeys')
        .set({ counter: String(counter), last_used_at: now })
        .where('id', '=', id)
        .where((eb) =>
          eb.or([
            eb('counter', '<', String(counter)),
            eb.and([eb('counter', '=', '0'), eb(eb.val(counter), '=', 0)]),
          ]),
        )
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    list: (person: OwnerId) =>
      db
        .selectFrom('passkeys')
        .select(['id', 'name', 'host', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .where('person_id', '=', person)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    /** People who may sign in and have passkeys for other host names, with the number of these. */
    listPeopleElsewhere(host: string) {
      const elsewhere = sql<number>`(count(*) filter (where host <> ${host}))::int`;
      return db
        .selectFrom('passkeys')
        .innerJoin('users', 'users.id', 'person_id')
        .select('username')
        .select([elsewhere.as('elsewhere'), sql<boolean>`bool_or(host = ${host})`.as('hasOneHere')])
        .where('users.forgotten_at', 'is', null)
        .where('users.suspended_at', 'is', null)
        .groupBy('users.id')
        .having(elsewhere, '>', 0)
        .orderBy('username')
        .execute();
    },

    /** Locks the person, so that concurrent changes cannot exceed a limit. */
    async lockAndCount(tx: Tx, person: OwnerId): Promise<number> {
      await tx.selectFrom('users').where('id', '=', person).forNoKeyUpdate().execute();
      const { count } = await tx
        .selectFrom('passkeys')
        .select(rowCount)
        .where('person_id', '=', person)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** How many work for that host name. */
    async countAt(tx: Tx, person: OwnerId, host: string): Promise<number> {
      const { count } = await tx
        .selectFrom('passkeys')
        .select(rowCount)
        .where('person_id', '=', person)
        .where('host', '=', host)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Returns false if there is a passkey with that ID. */
    async add(
      tx: Tx,
      person: OwnerId,
      { id, publicKey, counter, transports, ...passkey }: StoredPasskey & { host: string; name: string },
    ): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('passkeys')
        .values({
          ...passkey,
          ...{ id, transports, person_id: person, public_key: publicKey, counter: String(counter) },
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Returns the host name that it was for; undefined if the person has no such passkey. */
    async remove(tx: Tx, person: OwnerId, id: Buffer): Promise<string | undefined> {
      const removed = await tx
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('person_id', '=', person)
        .returning('host')
        .executeTakeFirst();
      return removed?.host;
    },
  };
}
