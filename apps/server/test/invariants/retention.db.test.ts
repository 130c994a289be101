import { describe, expect, it } from 'vitest';
import type { Retention, RetentionSetting } from '../../src/platform/ownership/stored-table.ts';
import { startBulkFixture } from '../bulk.ts';
import { fillEverything } from '../fill-everything.ts';
import { enqueueJob } from '../jobs.ts';
import { waitUntil } from '../wait-until.ts';

const days: Record<RetentionSetting, number> = {
  BULK_RUN_DAYS: 2,
  DISCOVERY_DAYS: 3,
  CACHE_RETENTION_DAYS: 4,
  SESSION_IDLE_DAYS: 6,
  USER_IDLE_DAYS: 7,
};

const env = Object.entries(days).map(([name, count]) => [name, String(count)]);
const scene = await startBulkFixture({ ...Object.fromEntries(env), DISK_FLOOR_MB: '0' });

const { query } = scene;

/** All rows of the table, as if their time was so many hours before or after its retention. */
async function age({ name, column, setting }: Retention & { name: string }, hours: number): Promise<void> {
  if (name === 'warranty_history') await query("update warranty_history set changed_at = '-infinity'");
  await query(
    `update ${name} set ${column} = now() - $1 * interval '1 day' + $2 * interval '1 hour'${
      name === 'users' ? " where kind = 'browser'" : ''
    }`,
    [days[setting], hours],
  );
}

/** Deleted users are erased by a job of their own. */
const count = async (name: string) =>
  (await query(`select from ${name}${name === 'users' ? ' where forgotten_at is null' : ''}`)).length;

describe('the configured retention', () => {
  it('of every table deletes what is older, and nothing else', async () => {
    const tables = scene.server.deps.features.flatMap((feature) => feature.tables ?? []);
    const swept = tables.flatMap(({ name, retention }) => (retention ? [{ name, ...retention }] : []));
    expect(swept.length).toBeGreaterThan(6);
    for (const { name, ...table } of swept) {
      await fillEverything(scene, await scene.startBulkUser());
      const others = name === 'users' ? 1 : 0;
      const sweep = () => enqueueJob(scene.server.deps, table.job ?? 'ownership.sweep');
      const filled = await count(name);
      expect(filled).toBeGreaterThan(others);
      await age({ name, ...table }, 1);
      await sweep();
      const isOver = async () =>
        (
          await query("select from pgboss.job where name = $1 and state in ('created', 'active', 'retry')", [
            table.job ?? 'ownership.sweep',
          ])
        ).length === 0;
      await waitUntil('the sweep to end', isOver);
      expect([name, await count(name)]).toEqual([name, filled]);
      await age({ name, ...table }, -1);
      await sweep();
      await waitUntil(`old ${name} to go`, async () => (await count(name)) === others);
    }
  });

  it('is part of the public configuration', async () => {
    const { retention } = (await scene.server.send('GET', '/api/config')).json();
    expect(retention).toEqual({ bulkRunDays: 2, discoveryDays: 3, sessionIdleDays: 6 });
  });
});

describe('a sweep', () => {
  it('deletes more than fits in one batch', async () => {
    await query(
      `insert into rate_limits (key, full_at)
       select 'full' || n, now() - interval '1 hour' from generate_series(1, 10500) n`,
    );
    await enqueueJob(scene.server.deps, 'session.sweep');
    // Those of other tests recover later.
    const remaining = "select from rate_limits where key like 'full%'";
    await waitUntil('everything to go', async () => (await query(remaining)).length === 0);
  });
});
