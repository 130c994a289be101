import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../test/app.ts';
import { enqueueJob } from '../test/jobs.ts';
import { waitUntil } from '../test/wait-until.ts';

let server: TestApp;
let userId: string;
beforeAll(async () => {
  server = await startTestApp({
    env: {
      ...{ BULK_RUN_DAYS: '2', DISCOVERY_DAYS: '3' },
      ...{ SESSION_IDLE_DAYS: '6', USER_IDLE_DAYS: '7' },
    },
    worker: true,
  });
  await server.deps.jobs.work();
  const [user] = await query("insert into users (username, password) values ('owner', '!') returning id");
  userId = String(user?.id);
});
afterAll(() => server.close());

const query = (text: string, values: unknown[] = []) => server.database.query(text, values);

interface Kept {
  /** The job that deletes. */
  job: string;
  table: string;
  column: string;
  days: number;
  /** Adds a row, with the owner as $1 and its time as $2. */
  insert: string;
}

const everything: Kept[] = [
  {
    job: 'bulk.sweep',
    table: 'bulk_runs',
    column: 'created_at',
    days: 2,
    insert: `insert into bulk_runs (owner, id, request_hash, options, client_key, status, created_at)
             values ($1, gen_random_uuid(), '', '{}', '', 'completed', $2)`,
  },
  {
    job: 'agents.sweep',
    table: 'agent_discovery_sessions',
    column: 'created_at',
    days: 3,
    insert: `insert into agent_discovery_sessions
               (owner, agent_id, platform, scan_timestamp, total_devices, serial_count, body_hash, packed_devices, created_at)
             values ($1, 'a', 'linux', now(), '0', 0, sha256(random()::text::bytea), '', $2)`,
  },
  {
    job: 'session.sweep',
    table: 'sessions',
    column: 'last_used_at',
    days: 6,
    insert: `insert into sessions (owner, token_hash, last_used_at) values ($1, sha256(random()::text::bytea), $2)`,
  },
  {
    job: 'session.sweep',
    table: 'users',
    column: 'last_used_at',
    days: 7,
    insert: `insert into users (username, password, last_used_at) values ($1::uuid::text || random(), '!', $2)`,
  },
];

const hour = 3600 * 1000;
const agoMs = (days: number, hours: number) => new Date(Date.now() - days * 24 * hour + hours * hour);

describe('the configured retention', () => {
  it.each(everything.map((kept) => [kept.table, kept] as const))(
    'of %s deletes what is older, and nothing else',
    async (_, { job, table, column, days, insert }) => {
      await query(insert, [userId, agoMs(days, -1)]);
      await query(insert, [userId, agoMs(days, 1)]);
      const count = async (condition: string) =>
        (
          await query(`select from ${table} where ${column} ${condition} now() - $1 * interval '1 day'`, [
            days,
          ])
        ).length;
      const younger = await count('>');
      expect(await count('<')).toBeGreaterThan(0);
      await enqueueJob(server.deps, job);
      await waitUntil(`old ${table} to go`, async () => (await count('<')) === 0);
      expect(await count('>')).toBe(younger);
    },
  );

  it('is part of the public configuration', async () => {
    const { retention } = (
      await server.app.inject({ url: '/api/config', headers: { host: 'localhost:3000' } })
    ).json();
    expect(retention).toEqual({ bulkRunDays: 2, discoveryDays: 3, sessionIdleDays: 6 });
  });
});

describe('a sweep', () => {
  it('deletes more than fits in one batch', async () => {
    await query(
      `insert into rate_limits (key, full_at)
       select $1::uuid::text || n, now() - interval '1 hour' from generate_series(1, 10500) n`,
      [userId],
    );
    await enqueueJob(server.deps, 'session.sweep');
    const remaining = 'select from rate_limits where full_at < now()';
    await waitUntil('everything to go', async () => (await query(remaining)).length === 0);
  });
});
