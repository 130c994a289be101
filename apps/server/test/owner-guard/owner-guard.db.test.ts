import { randomUUID } from 'node:crypto';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createVendorKeysStore } from '../../src/features/vendor-keys/vendor-keys.store.ts';
import type { Tables } from '../../src/platform/db/tables.ts';
import { installationOwner, type OwnerId, toOwnerId } from '../../src/platform/ownership/owner-id.ts';
import { cloneDatabase, openDatabase } from '../database.ts';
import { describeFindings, type Finding, takeFindings } from './findings.ts';
import { requestOf } from './request-of.ts';

const database = await cloneDatabase();
const { pool, db } = openDatabase(database.url);
const { query } = database;
// As a process does that stores events: after the guard was added.
await query("select make_audit_month(date_trunc('month', now() at time zone 'utc')::date)");

/** A user with a row of each kind that the statements below are about. */
async function addOwner(name: string): Promise<OwnerId> {
  const id = randomUUID();
  await query("insert into users (id, username, password) values ($1, $2, '!')", [id, name]);
  await query(
    "insert into external_api_tokens (user_id, token_name, token_hash, masked) values ($1, $2, convert_to($2, 'UTF8'), '')",
    [id, name],
  );
  await query("insert into vendor_key_tests (owner, vendor, outcome) values ($1, 'dell', 'works')", [id]);
  await query("insert into looked_up_serials (owner, vendor, serial) values ($1, 'dell', $2)", [id, name]);
  await query(
    `with run as (
       insert into bulk_runs (owner, id, request_hash, options, client_key, total_rows)
       values ($1, $1, '', '{}', '', 100) returning key)
     insert into bulk_chunks (run, chunk, vendor, serials, rows, rows_each) select key, 1, 'dell', '[]', 1, '[]' from run`,
    [id],
  );
  await query(
    `insert into audit_events (owner, actor_kind, action) values ($1, 'browser', 'vendor-keys.saved')`,
    [id],
  );
  return toOwnerId(id);
}
const [owner, stranger] = [await addOwner('anna'), await addOwner('bert')];
await query(
  `insert into warranty_records (owner, vendor, serial, answer) values ($1, 'dell', 'A1', '{}'), ($2, 'dell', 'A2', '{}')`,
  [installationOwner, owner],
);

/** What is found in a request of the owner, which may also fail. */
async function findingsOf(work: () => Promise<unknown>): Promise<Finding[]> {
  await requestOf(owner, work).catch(() => undefined);
  return takeFindings();
}

/** The statement in a transaction that is undone, so that the next test finds the same rows. */
const inTransaction = (text: string, values: unknown[] = []) =>
  db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${owner} for update`.execute(tx);
    await tx.executeQuery(CompiledQuery.raw(text, values));
    throw new Error('undone');
  });

interface Mistake {
  title: string;
  text: string;
  values?: unknown[];
  problem: string;
}

/** Statements that someone forgot the owner in. */
const mistakes: Mistake[] = [
  {
    title: 'a list',
    text: 'select token_name from external_api_tokens where is_active = $1',
    values: [true],
    problem: '2 rows, 1 with only those of the owner in the tables',
  },
  {
    title: 'a sum',
    text: 'select sum(total_rows) from bulk_runs where total_rows > 0',
    problem: '1 rows, 1 with only those of the owner in the tables, with other values',
  },
  {
    title: 'a sum next to values that change from run to run',
    text: 'select gen_random_uuid() as id, clock_timestamp() as at, count(*) from bulk_runs',
    problem: '1 rows, 1 with only those of the owner in the tables, with other values',
  },
  {
    title: 'a list of parts of rows',
    text: 'with chunks as (select vendor from bulk_chunks where chunk = 1) select vendor from chunks',
    problem: '2 rows, 1 with only those of the owner in the tables',
  },
  {
    title: 'a list of events, which stay without their owner',
    text: 'select id from audit_events',
    problem: '2 rows, 1 with only those of the owner in the tables',
  },
  {
    title: 'an update',
    text: "update bulk_runs set status = 'canceled' where status = $1",
    values: ['created'],
    problem: 'owner guard: update of a row of another owner in bulk_runs',
  },
  {
    title: 'an update of parts of rows',
    text: 'update bulk_chunks set is_done = true',
    problem: 'owner guard: update of a row of another owner in bulk_chunks',
  },
  {
    title: 'a delete',
    text: "delete from external_api_tokens where token_name <> ''",
    problem: 'owner guard: delete of a row of another owner in external_api_tokens',
  },
  {
    title: 'an insert for someone else',
    text: "insert into looked_up_serials (owner, vendor, serial) values ($1, 'dell', 'new')",
    values: [stranger],
    problem: 'owner guard: insert of a row of another owner in looked_up_serials',
  },
  {
    title: 'an event for someone else',
    text: "insert into audit_events (owner, actor_kind, action) values ($1, 'browser', 'token.created')",
    values: [stranger],
    problem: 'owner guard: insert of a row of another owner in audit_events',
  },
  {
    title: 'an insert of what a select returns',
    text: `insert into looked_up_serials (owner, vendor, serial)
           select $1, vendor, serial from looked_up_serials where vendor = 'dell' on conflict do nothing`,
    values: [owner],
    problem: '1 rows, 0 with only those of the owner in the tables',
  },
  {
    title: 'a lock',
    text: 'select key from bulk_runs for update',
    problem: '2 rows, 1 with only those of the owner in the tables',
  },
];

describe('a statement that forgot the owner', () => {
  it.each(mistakes)('is found and printed: $title', async ({ text, values, problem }) => {
    const found = await findingsOf(() => inTransaction(text, values));
    expect(found).toMatchObject([{ owner, problem }]);
    const printed = describeFindings(found);
    expect(printed).toContain(problem);
    expect(printed).toContain(text.replace(/\s+/g, ' '));
  });

  it('is found without a transaction, too', async () => {
    const reads = mistakes.filter(({ text }) => !/update|delete|insert/.test(text));
    expect(reads.length).toBeGreaterThan(3);
    for (const { text, values, problem } of reads)
      expect(await findingsOf(() => pool.query(text, values))).toMatchObject([{ problem }]);
    const insert = mistakes.find(({ title }) => title === 'an insert of what a select returns');
    const found = await findingsOf(() => pool.query(insert?.text ?? '', insert?.values));
    expect(found).toMatchObject([{ problem: insert?.problem }]);
    await query("delete from looked_up_serials where owner = $1 and serial = 'bert'", [owner]);
  });

  it('is found in the last tests of vendor keys, which no other test would notice', async () => {
    const sent: string[] = [];
    const watched = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool }),
      log: (event) => void sent.push(event.query.sql),
    });
    const read = () => createVendorKeysStore(watched, pool).lastTests(owner);
    expect(await findingsOf(read)).toEqual([]);
    const [statement = ''] = sent;
    const wrong = statement.replace(/ where .*/, '');
    expect(wrong).not.toBe(statement);
    const problem = '2 rows, 1 with only those of the owner in the tables';
    expect(await findingsOf(() => pool.query(wrong))).toMatchObject([{ problem, statement: wrong }]);
  });
});

describe('a statement of a request', () => {
  it.each([
    ['reads its rows', 'select * from bulk_runs where owner = $1', [owner]],
    ['reads the clock', 'select now(), clock_timestamp() as at from bulk_runs where owner = $1', [owner]],
    ['reads rows of the installation', "select * from warranty_records where vendor = 'dell'", []],
    ['writes rows of the installation', "update warranty_records set answer = '[]'", []],
    ['reads no table of owners', 'select count(*) from pg_tables', []],
    ['writes its rows', 'update bulk_runs set total_rows = 5 where owner = $1 returning *', [owner]],
    ['deletes its rows, and what belongs to them', 'delete from bulk_runs where owner = $1', [owner]],
  ])('%s', async (_, text, values) => {
    expect(await findingsOf(() => inTransaction(text, values))).toEqual([]);
    await expect(requestOf(owner, () => inTransaction(text, values))).rejects.toThrow('undone');
  });

  it('leaves nothing on its connection for the next', async () => {
    const client = await pool.connect();
    const write = () => client.query('update bulk_runs set total_rows = 100');
    await requestOf(owner, () =>
      client.query('update bulk_runs set total_rows = 100 where owner = $1', [owner]),
    );
    await expect(requestOf(owner, write)).rejects.toThrow('another owner');
    expect(takeFindings()).toHaveLength(1);
    expect((await write()).rowCount).toBe(2);
    await client.query('begin');
    await requestOf(owner, () =>
      client.query('update bulk_runs set total_rows = 100 where owner = $1', [owner]),
    );
    await client.query('rollback');
    expect((await write()).rowCount).toBe(2);
    await requestOf(stranger, () =>
      client.query('update bulk_runs set total_rows = 100 where owner = $1', [stranger]),
    );
    client.release();
    expect(takeFindings()).toEqual([]);
  });

  it('gets its own error if it fails', async () => {
    const wrong = 'select no_column from bulk_runs';
    await expect(requestOf(owner, () => pool.query(wrong))).rejects.toThrow('no_column');
    const twice =
      'insert into looked_up_serials (owner, vendor, serial) select owner, vendor, serial from looked_up_serials where owner = $1';
    await expect(requestOf(owner, () => pool.query(twice, [owner]))).rejects.toThrow('duplicate key');
    expect(takeFindings()).toEqual([]);
  });
});
