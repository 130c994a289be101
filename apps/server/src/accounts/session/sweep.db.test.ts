import { afterAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { reachedDatabase, silent } from '../../../test/fixtures.ts';
import { enqueueJob } from '../../../test/jobs.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import { createDeps } from '../../deps.ts';

const server = await startTestApp();
/** A second process that runs the jobs; the application only enqueues them. */
const worker = await createDeps(
  server.config,
  { database: reachedDatabase(server.database.url), simulator: null, worker: true },
  silent,
);
await worker.jobs.work();
afterAll(async () => {
  await worker.close();
  await server.close();
});

const setIdle = (username: string, days: number) =>
  server.database.query("update users set last_used_at = now() - $2 * interval '1 day' where username = $1", [
    username,
    days,
  ]);
const setSessionIdle = (username: string, age: string) =>
  server.database.query(
    'update sessions set last_used_at = now() - $2::interval where owner = (select id from users where username = $1)',
    [username, age],
  );

async function userIdOf(username: string): Promise<string | undefined> {
  const [row] = await server.database.query<{ id: string }>('select id from users where username = $1', [
    username,
  ]);
  return row?.id;
}
const isMissing = (username: string) => async () => (await userIdOf(username)) === undefined;

async function countSessions(username: string): Promise<number> {
  const rows = await server.database.query(
    'select from sessions join users on users.id = owner where username = $1',
    [username],
  );
  return rows.length;
}

/** Runs the sweep as the schedule would and waits until it is done. */
async function sweep(seconds = 10): Promise<void> {
  await server.database.query("delete from pgboss.job where name = 'session.sweep'");
  await enqueueJob(server.deps, 'session.sweep');
  const isDone = async () => {
    const [job] = await server.database.query<{ state: string }>(
      "select state from pgboss.job where name = 'session.sweep'",
    );
    return job?.state === 'completed';
  };
  await waitUntil('the sweep is done', isDone, seconds);
}

describe('the sweep', () => {
  it('deletes a user who has been inactive for 180 days, but not one inactive for 179', async () => {
    const old = await server.startSession('demo-user-idle00180');
    const recent = await server.startSession('demo-user-idle00179');
    await setIdle(old.userId, 180);
    await setIdle(recent.userId, 179);
    await sweep();
    await waitUntil('the user is erased', isMissing(old.userId));
    expect(await userIdOf(recent.userId)).toBeDefined();
    const read = await server.send('GET', '/api/auth/session', { cookie: recent.cookie });
    expect(read.json()).toEqual({ userId: recent.userId });
  });

  it('never reuses the name of an erased user', async () => {
    const { userId } = await server.startSession('demo-user-retired01');
    await setIdle(userId, 200);
    await sweep();
    await waitUntil('the user is erased', isMissing(userId));
    const next = await server.startSession('demo-user-retired01');
    expect(next.userId).not.toBe('demo-user-retired01');
    const stored = await server.database.query('select encode(username_hash, $1) from retired_usernames', [
      'escape',
    ]);
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain('retired01');
  });

  it('deletes everything that belongs to the user', async () => {
    const { userId, cookie } = await server.startSession('demo-user-owner0001');
    await server.send('POST', '/api/auth/recovery-code', { cookie });
    const id = await userIdOf(userId);
    await setIdle(userId, 181);
    await sweep();
    await waitUntil('the user is erased', isMissing(userId));
    for (const table of ['sessions', 'recovery_codes']) {
      expect(await server.database.query(`select from ${table} where owner = $1`, [id])).toEqual([]);
    }
  });

  it('deletes sessions that were unused for 30 days, but keeps their users', async () => {
    const old = await server.startSession('demo-user-session30');
    const recent = await server.startSession('demo-user-session29');
    await setSessionIdle(old.userId, '30 days 1 minute');
    await setSessionIdle(recent.userId, '29 days 23 hours');
    await sweep();
    expect(await countSessions(old.userId)).toBe(0);
    expect(await countSessions(recent.userId)).toBe(1);
    expect(await userIdOf(old.userId)).toBeDefined();
  });

  it('deletes sessions that began 180 days ago, although they are in use', async () => {
    const old = await server.startSession('demo-user-began0180');
    const recent = await server.startSession('demo-user-began0179');
    const setBegan = (username: string, age: string) =>
      server.database.query(
        'update sessions set created_at = now() - $2::interval where owner = (select id from users where username = $1)',
        [username, age],
      );
    await setBegan(old.userId, '180 days 1 minute');
    await setBegan(recent.userId, '179 days 23 hours');
    await sweep();
    expect(await countSessions(old.userId)).toBe(0);
    expect(await countSessions(recent.userId)).toBe(1);
    expect(await userIdOf(old.userId)).toBeDefined();
  });

  it('deletes rate limits that have fully recovered', async () => {
    await server.database.query(
      "insert into rate_limits values ('full', now() - interval '1 minute'), ('used', now() + interval '1 hour')",
    );
    await sweep();
    const keys = await server.database.query("select key from rate_limits where key in ('full', 'used')");
    expect(keys).toEqual([{ key: 'used' }]);
  });

  it('handles more users than fit in one batch', async () => {
    await server.database.query(
      `insert into users (username, password, last_used_at)
       select 'demo-user-many' || to_char(n, 'FM00000'), '!', now() - interval '300 days' from generate_series(1, 501) n`,
    );
    await sweep(50);
    const spared = await server.database.query(
      "select from users where username like 'demo-user-many%' and forgotten_at is null",
    );
    expect(spared).toEqual([]);
    // Each user has its own erase job; later tests need not wait for them.
    const jobs = await server.database.query(
      "delete from pgboss.job where name = 'session.erase-user' returning data ->> 'owner' as owner",
    );
    expect(new Set(jobs.map((job) => job.owner)).size).toBeGreaterThanOrEqual(501);
  }, 60_000);
});

describe('erasing a user', () => {
  it('never touches a user who was not marked as deleted', async () => {
    const { userId } = await server.startSession('demo-user-notasked1');
    const id = await userIdOf(userId);
    await enqueueJob(server.deps, 'session.erase-user', { owner: id ?? '' });
    await waitUntil('the job is done', async () => {
      const [job] = await server.database.query<{ state: string }>(
        "select state from pgboss.job where name = 'session.erase-user' and data ->> 'owner' = $1",
        [id],
      );
      return job?.state === 'completed';
    });
    expect(await userIdOf(userId)).toBe(id);
    expect(await countSessions(userId)).toBe(1);
  });

  it('happens when the user requests it', async () => {
    const { userId, cookie } = await server.startSession('demo-user-askedfor1');
    await server.send('DELETE', '/api/auth/session', { cookie });
    await waitUntil('the user is erased', isMissing(userId));
    expect((await server.startSession('demo-user-askedfor1')).userId).not.toBe(userId);
  });

  it('is idempotent', async () => {
    const { userId } = await server.startSession('demo-user-twice0001');
    const id = await userIdOf(userId);
    await server.database.query('update users set forgotten_at = now() where id = $1', [id]);
    for (let turn = 0; turn < 3; turn += 1) {
      await enqueueJob(server.deps, 'session.erase-user', { owner: id ?? '' });
    }
    await waitUntil('all three are done', async () => {
      const done = await server.database.query(
        "select from pgboss.job where data ->> 'owner' = $1 and state = 'completed'",
        [id],
      );
      return done.length === 3;
    });
    expect(await userIdOf(userId)).toBeUndefined();
  });
});
