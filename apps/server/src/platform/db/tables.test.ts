import { expect, it } from 'vitest';
import { toOwnerId } from '../ownership/owner-id.ts';
import type { Db } from './database.ts';
import { rawQuery } from './raw-query.ts';

const owner = toOwnerId('a');

/** Never called: the type check fails if one of these mistakes would compile. */
const mistakes = [
  // @ts-expect-error there is no such table
  (db: Db) => db.selectFrom('user').execute(),
  // @ts-expect-error there is no such column
  (db: Db) => db.selectFrom('users').select('user_name').execute(),
  // @ts-expect-error a column of another table
  (db: Db) => db.deleteFrom('sessions').where('username', '=', 'a').execute(),
  // @ts-expect-error a number is not an ID
  (db: Db) => db.selectFrom('users').where('id', '=', 1).execute(),
  // @ts-expect-error a name is required
  (db: Db) => db.insertInto('agent_secrets').values({ owner, masked: 'a', secret_hash: Buffer.of() }),
  // @ts-expect-error the database generates the key
  (db: Db) => db.updateTable('bulk_runs').set({ key: '1' }).execute(),
  // @ts-expect-error JSON is written as text
  (db: Db) => db.updateTable('bulk_runs').set({ notices: [] }).execute(),
  // @ts-expect-error the check constraint does not allow it
  (db: Db) => db.updateTable('audit_events').set({ outcome: 'unknown' }).execute(),
  // @ts-expect-error the driver returns a bigint as text
  () => rawQuery<{ count: number }, object>({ count: 'int8' }, () => null as never),
  // @ts-expect-error null is possible
  () => rawQuery<{ name: string | null }, object>({ name: 'text' }, () => null as never),
  // @ts-expect-error a column is missing
  () => rawQuery<{ name: string }, object>({}, () => null as never),
];

it('wrong tables, columns and types do not compile', () => {
  expect(mistakes).toHaveLength(11);
});
