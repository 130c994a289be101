import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { enqueueJob } from '../../../test/jobs.ts';
import { waitUntil } from '../../../test/wait-until.ts';

const server = await startTestApp();
/** A second process that runs the jobs; the application only enqueues them. */
await server.startProcess({ worker: true });

const setIdle = (username: string, days: number) =>
  server.query("update users set last_used_at = now() - $2 * interval '1 day' where username = $1", [
    username,
    days,
  ]);
const setSessionTime = (username: string, column: string, age: string) =>
  server.query(
    `update sessions set ${column} = now() - $2::interval where owner = (select id from users where username = $1)`,
    [username, age],
  );

const userIdOf = server.ownerOf;
const isMissing = (username: string) => async () => (await userIdOf(username)) === undefined;

async function countSessions(username: string): Promise<number> {
  const rows = await server.query('select from sessions join users on users.id = owner where username = $1', [
    username,
  ]);
  return rows.length;
}

/** Runs the sweep as the schedule would and waits until it is done. */
async function sweep(seconds = 10): Promise<void> {
  await server.query("delete from pgboss.job where name = 'session.sweep'");
  await enqueueJob(server.deps, 'session.sweep');
  const isDone = async () => {
    const [job] = await server.query<{ state: string }>(
      "select state from pgboss.job where name = 'session.sweep'",
    );
    return job?.state === 'completed';
  };
  await waitUntil('the sweep is done', isDone, seconds);
}

describe('the sweep', () => {
  it('never reuses the name of an erased user', async () => {
    const { userId } = await server.startSession('demo-user-retired01');
    await setIdle(userId, 200);
    await sweep();
    await waitUntil('the user is erased', isMissing(userId));
    const next = await server.startSession('demo-user-retired01');
    expect(next.userId).not.toBe('demo-user-retired01');
    const stored = await server.query('select encode(username_hash, $1) from retired_usernames', ['escape']);
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain('retired01');
  });

  it.each([
    ['were unused for 30 days', 'last_used_at', ['30 days 1 minute', '29 days 23 hours']],
    [
      'began 180 days ago, although they are in use',
      'created_at',
      ['180 days 1 minute', '179 days 23 hours'],
    ],
  ])('deletes sessions that %s, but keeps their users', async (_, column, [before = '', after = '']) => {
    const [old, recent] = [await server.startSession(), await server.startSession()];
    await setSessionTime(old.userId, column, before);
    await setSessionTime(recent.userId, column, after);
    await sweep();
    expect(await countSessions(old.userId)).toBe(0);
    expect(await countSessions(recent.userId)).toBe(1);
    expect(await userIdOf(old.userId)).toBeDefined();
  });

  it('handles more users than fit in one batch', async () => {
    await server.query(
      `insert into users (username, password, last_used_at)
       select 'demo-user-many' || to_char(n, 'FM00000'), '!', now() - interval '300 days' from generate_series(1, 501) n`,
    );
    await sweep(50);
    const spared = await server.query(
      "select from users where username like 'demo-user-many%' and forgotten_at is null",
    );
    expect(spared).toEqual([]);
    // Each user has its own erase job; later tests need not wait for them.
    const jobs = await server.query(
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
      const [job] = await server.query<{ state: string }>(
        "select state from pgboss.job where name = 'session.erase-user' and data ->> 'owner' = $1",
        [id],
      );
      return job?.state === 'completed';
    });
    expect(await userIdOf(userId)).toBe(id);
    expect(await countSessions(userId)).toBe(1);
  });

  it('is idempotent', async () => {
    const { userId } = await server.startSession('demo-user-twice0001');
    const id = await userIdOf(userId);
    await server.query('update users set forgotten_at = now() where id = $1', [id]);
    for (let turn = 0; turn < 3; turn += 1) {
      await enqueueJob(server.deps, 'session.erase-user', { owner: id ?? '' });
    }
    await waitUntil('all three are done', async () => {
      const done = await server.query(
        "select from pgboss.job where data ->> 'owner' = $1 and state = 'completed'",
        [id],
      );
      return done.length === 3;
    });
    expect(await userIdOf(userId)).toBeUndefined();
  });
});
