import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, openDatabase } from '../../../test/database.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { installationOwner } from '../../platform/ownership/owner-id.ts';
import { type CacheableAnswer, createRecordsStore } from './records.store.ts';

const maxWriters = 5;

const clone = await cloneDatabase();
const database = openDatabase(clone.url, maxWriters);
const query = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await database.pool.query(text, values)).rows;
const clear = () => query('delete from warranty_records; delete from warranty_history');
beforeEach(clear);

const place = { owner: installationOwner, vendor: 'dell' };
/** Few, so that they repeat, and one that is stored outside its row. */
const answers: CacheableAnswer[] = [
  { kind: 'not-known' },
  { kind: 'ambiguous', missing: 'machine type' },
  { kind: 'ambiguous', missing: Array.from({ length: 4000 }, (_, n) => (n * n).toString(36)).join(' ') },
];
const answerOf = (version: number) => answers[version] as CacheableAnswer;

const storeIn = (db: Database['db'] | Tx) => createRecordsStore(db, database.pool, { isSimulated: false });

type Write = (tx: Tx, said: ReadonlyMap<string, CacheableAnswer>) => Promise<unknown>;
const ways = {
  keepMany: (tx, said) => storeIn(tx).keepMany(tx, place.owner, place.vendor, said),
  // One serial only: a transaction that writes several in any order can deadlock.
  keep: async (tx, said) => {
    for (const [serial, answer] of said) await storeIn(tx).keep({ ...place, serial }, answer);
  },
  previousVersion: async (tx, said) => {
    for (const [serial, answer] of said)
      await sql`
        insert into warranty_records (owner, vendor, serial, answer)
        values (${place.owner}, ${place.vendor}, ${serial}, ${JSON.stringify(answer)})
        on conflict (owner, vendor, serial, is_simulated) do update set answer = excluded.answer, checked_at = now()`.execute(
        tx,
      );
  },
} satisfies Record<string, Write>;

interface Job {
  way: keyof typeof ways;
  said: [serial: string, version: number][];
  /** Time between the start of the transaction and the write, and from there to its end. */
  waitsMs: [number, number];
}

interface Said {
  serial: string;
  answer: CacheableAnswer;
  /** In microseconds, so as text. */
  at: string;
}

/** Returns what was said, and the time that a reader would use to see it, which is before the end of the transaction. */
async function runJob({ way, said, waitsMs }: Job): Promise<Said[]> {
  const answered = new Map(said.map(([serial, version]) => [serial, answerOf(version)]));
  return database.db.transaction().execute(async (tx) => {
    // Starts the transaction, and with it now().
    await sql`select`.execute(tx);
    await delay(waitsMs[0]);
    await ways[way](tx, answered);
    const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(tx);
    await delay(waitsMs[1]);
    return [...answered].map(([serial, answer]) => ({ serial, answer, at: rows[0]?.at ?? '' }));
  });
}

/** Every version that held at one of the times: as many rows as times, each with what was said then. */
const readAsOf = (said: readonly Said[]) =>
  query<{ n: number; answer: CacheableAnswer }>(
    `select n::int, answer
       from unnest($1::text[], $2::timestamptz[]) with ordinality as said (name, at, n)
       join (select serial, answer, changed_at, 'infinity' as replaced_at from warranty_records
             union all select serial, answer, changed_at, replaced_at from warranty_history) as versions
         on serial = name and changed_at <= at and at < replaced_at
      order by n`,
    [said.map(({ serial }) => serial), said.map(({ at }) => at)],
  );

const readVersions = () =>
  query<{ serial: string; answer: CacheableAnswer; isEmpty: boolean; isNext: boolean | null }>(
    `select serial, answer, changed_at >= replaced_at as "isEmpty",
            changed_at = lag(replaced_at) over (partition by serial order by changed_at) as "isNext"
       from (select serial, answer, changed_at, replaced_at from warranty_history
             union all select serial, answer, changed_at, 'infinity' from warranty_records) as versions
      order by serial, changed_at`,
  );

async function checkHistory(said: readonly Said[]): Promise<void> {
  expect(await readAsOf(said)).toEqual(said.map(({ answer }, index) => ({ n: index + 1, answer })));
  const versions = await readVersions();
  expect(versions.filter(({ isEmpty, isNext }) => isEmpty || isNext === false)).toEqual([]);
  const texts = versions.map(({ serial, answer }) => serial + JSON.stringify(answer));
  expect(texts.filter((text, index) => text === texts[index - 1])).toEqual([]);
}

const serial = fc.constantFrom('AAAAAA1', 'BBBBBB2', 'CCCCCC3');
const version = fc.nat(answers.length - 1);
const waitMs = fc.constantFrom(0, 0, 1, 4);
const waitsMs = fc.tuple(waitMs, waitMs);
const oneSerial = fc.tuple(serial, version).map((said): [string, number][] => [said]);
const severalSerials = fc.uniqueArray(fc.tuple(serial, version), {
  selector: ([name]) => name,
  minLength: 1,
});
const job: fc.Arbitrary<Job> = fc.oneof(
  fc.record({ way: fc.constant('keepMany' as const), said: severalSerials, waitsMs }),
  fc.record({ way: fc.constantFrom('keep' as const, 'previousVersion' as const), said: oneSerial, waitsMs }),
);
/** The transactions of each writer, which run one after the other. */
const writers = fc.array(fc.array(job, { minLength: 1, maxLength: 5 }), {
  minLength: 2,
  maxLength: maxWriters,
});

async function runWriters(work: readonly Job[][]): Promise<Said[]> {
  const said = work.map(async (jobs) => {
    const results: Said[] = [];
    for (const each of jobs) results.push(...(await runJob(each)));
    return results;
  });
  return (await Promise.all(said)).flat();
}

const readRecord = async () =>
  (
    await query<Record<'changed' | 'checked', string | null>>(
      'select changed_at::text as changed, checked_at::text as checked from warranty_records',
    )
  )[0];
const readHistory = () =>
  query(
    `select answer, changed_at::text as changed, checked_at::text as checked, replaced_at::text as replaced
       from warranty_history order by changed_at`,
  );

describe('concurrent writers of the same serials', { timeout: 60_000 }, () => {
  it('leave what was said at every time, without gaps and empty versions', async () => {
    await fc.assert(
      fc.asyncProperty(writers, async (work) => checkHistory(await runWriters(work))).beforeEach(clear),
      { numRuns: 30 },
    );
  });

  it('all add a version if they wait for each other to create the record', async () => {
    const jobs = answers.map((_, n): Job => ({ way: 'keepMany', said: [['AAAAAA1', n]], waitsMs: [0, 20] }));
    await checkHistory(await runWriters(jobs.map((each) => [each])));
    expect(await readVersions()).toHaveLength(answers.length);
  });
});

describe('a record', () => {
  const store = () => storeIn(database.db);
  const key = { ...place, serial: 'ONE' };

  it.each([0, 2])('that is confirmed gets a new time of its check only (answer %i)', async (index) => {
    await store().keep(key, answerOf(index));
    const before = await readRecord();
    expect(before?.changed).toBe(before?.checked);
    const checkedAt = await store().keep(key, structuredClone(answerOf(index)));
    const after = await readRecord();
    expect(after?.changed).toBe(before?.changed);
    expect(checkedAt.getTime()).toBeGreaterThanOrEqual(Date.parse(String(before?.checked)));
    expect(String(after?.checked) > String(before?.checked)).toBe(true);
    expect(await readHistory()).toEqual([]);
  });

  it('that changes leaves its former answer with the times it was given', async () => {
    await store().keep(key, answerOf(0));
    const first = await readRecord();
    await store().keep(key, answerOf(0));
    const confirmed = await readRecord();
    await store().keep(key, answerOf(1));
    const changed = await readRecord();
    expect(changed?.changed).toBe(changed?.checked);
    expect(await readHistory()).toEqual([
      {
        answer: answerOf(0),
        changed: first?.changed,
        checked: confirmed?.checked,
        replaced: changed?.changed,
      },
    ]);
  });

  it('keeps the order of its versions if the clock is set back', async () => {
    await store().keep(key, answerOf(0));
    await query(
      "update warranty_records set changed_at = now() + interval '1 hour', checked_at = now() + interval '2 hours'",
    );
    const { checked } = (await readRecord()) ?? {};
    await store().keep(key, answerOf(0));
    expect((await readRecord())?.checked).toBe(checked);
    for (const index of [1, 0, 1]) await store().keep(key, answerOf(index));
    const versions = await readVersions();
    expect(versions.map(({ answer }) => answer)).toEqual([0, 1, 0, 1].map(answerOf));
    expect(versions.map(({ isEmpty, isNext }) => [isEmpty, isNext])).toEqual([
      [false, null],
      ...Array(3).fill([false, true]),
    ]);
  });
});
