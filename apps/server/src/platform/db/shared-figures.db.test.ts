import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, openDatabase } from '../../../test/database.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import type { Database } from './database.ts';
import { sharedFigures } from './shared-figures.ts';

const test = await cloneDatabase();
await test.query('create sequence reads');
/** As in several processes. */
const processes = Array.from({ length: 8 }, (_, index) => openDatabase(test.url, 2, `process-${index}`));
beforeEach(async () => {
  await test.query("delete from shared_figures; select setval('reads', 1, false)");
});

/** Returns how often it was read. */
const countReads = sharedFigures<number>('reads', sql`select to_jsonb(nextval('reads'))`);
const slowReads = sharedFigures<number>('reads', sql`select to_jsonb(nextval('reads')) from pg_sleep(3)`);
const readAll = (read = countReads) => Promise.all(processes.map(({ db }) => read(db)));
const first = () => processes[0]?.db as Database['db'];
const ageBy = (interval: string) =>
  test.query('update shared_figures set read_at = read_at - $1::interval', [interval]);

describe('figures that all processes publish', () => {
  it('are read by one process', async () => {
    expect(await countReads(first())).toBe(1);
    for (let round = 0; round < 5; round += 1) expect(await readAll()).toEqual(Array(8).fill(1));
  });

  it('are read again after ten seconds, once', async () => {
    await countReads(first());
    await ageBy('9 seconds');
    expect(new Set(await readAll())).toEqual(new Set([1]));
    await ageBy('2 seconds');
    await readAll();
    expect(await readAll()).toEqual(Array(8).fill(2));
  });

  it('are the last ones while another process reads', async () => {
    await countReads(first());
    await ageBy('20 seconds');
    const reading = slowReads(first());
    const isReading = async () => {
      const [row] = await test.query<{ count: string }>(
        "select count(*) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
      );
      return row?.count === '1';
    };
    await waitUntil('the reading begins', isReading);
    expect(await readAll()).toEqual(Array(8).fill(1));
    expect(await isReading()).toBe(true);
    // A reading that takes longer than a scrape should wait.
    expect(await reading).toBe(1);
    await waitUntil('the reading ends', async () => (await countReads(first())) === 2);
  });

  it('are read by another process if the one that reads them is lost', async () => {
    await countReads(first());
    await ageBy('20 seconds');
    const reading = slowReads(first());
    await waitUntil('the reading is lost', async () => {
      const lost = await test.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
      );
      return lost.length === 1;
    });
    expect(await reading).toBe(null);
    expect(await countReads(processes[1]?.db as Database['db'])).toBe(2);
  });

  it('are unknown if no process could read them for a minute', async () => {
    const broken = sharedFigures<number>(
      'reads',
      sql`select to_jsonb(1 / (nextval('reads') - nextval('reads') + 1))`,
    );
    await countReads(first());
    await ageBy('2 minutes');
    expect(await broken(first())).toBe(null);
  });
});
