import { describe, expect, it } from 'vitest';
import { connectTo } from '../database.ts';
import { startTokenUser, withToken } from '../tokens.ts';
import { startVendorFixture } from '../vendor.ts';

const scene = await startVendorFixture({ NEW_SESSIONS_PER_HOUR: '1000', LOOKUPS_PER_MINUTE: '1000' });

const { send } = scene.server;
const readSession = (cookie: string) => send('GET', '/api/auth/session', { cookie });

const startSessions = (count: number) =>
  Promise.all(Array.from({ length: count }, () => scene.server.startSession()));

describe('requests that arrive together', () => {
  it('each get the user of their own session, and none without one', async () => {
    const sessions = await startSessions(20);
    const cookies = sessions.flatMap(({ cookie }) => [cookie, `${cookie}x`]);
    const replies = await Promise.all(cookies.map(readSession));
    expect(replies.filter((_, index) => index % 2 === 0).map((reply) => reply.json().userId)).toEqual(
      sessions.map(({ userId }) => userId),
    );
    expect(replies.filter((_, index) => index % 2 === 1).map(({ statusCode }) => statusCode)).toEqual(
      sessions.map(() => 401),
    );
  });

  it('each get the record of their own device', async () => {
    const users = await startSessions(5);
    const tags = Array.from({ length: 20 }, (_, index) => `TOGET${10 + index}`);
    const lookUp = (modelNumber: string, index: number) =>
      users[index % 5]?.send('POST', '/api/warranty/lookup', { modelNumber, manufacturer: 'Dell' });
    const lookUpAll = async () => (await Promise.all(tags.map(lookUp))).map((reply) => reply?.json());
    const first = await lookUpAll();
    const again = await lookUpAll();
    expect(again.map(({ modelNumber }) => modelNumber)).toEqual(tags);
    // Answered from the records: the time of the check is the same.
    expect(again.map(({ source }) => source)).toEqual(first.map(({ source }) => source));
  });

  it('do not get a session that ended before they arrived, although others are being read', async () => {
    const { cookie } = await scene.server.startSession();
    let isEnded = false;
    let accepted = 0;
    const keepReading = async () => {
      for (;;) {
        const wasEnded = isEnded;
        const { statusCode } = await readSession(cookie);
        if (wasEnded) return statusCode;
        accepted += 1;
      }
    };
    const reading = Array.from({ length: 20 }, keepReading);
    await expect.poll(() => accepted).toBeGreaterThan(40);
    await send('DELETE', '/api/auth/session', { cookie });
    isEnded = true;
    expect(await Promise.all(reading)).toEqual(reading.map(() => 401));
  });
});

const countWaiting = async () =>
  (
    await scene.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).length;

it('while the database does not answer no request waits longer than ten seconds, also behind others', async () => {
  const user = await startTokenUser(scene.server);
  const { cookie } = user;
  const { rawToken } = await user.make();
  const lookUp = () =>
    scene.server.app.inject(
      withToken(rawToken, {
        method: 'POST',
        url: '/api/warranty/lookup',
        payload: { modelNumber: 'WAITING', manufacturer: 'Dell' },
      }),
    );
  await lookUp();
  const locker = await connectTo(scene.server.database.url);
  await locker.query('begin; lock table sessions, warranty_records in access exclusive mode');
  const startedAt = performance.now();
  const replies: ReturnType<typeof lookUp>[] = [];
  for (const batches of [2, 4]) {
    replies.push(readSession(cookie), lookUp());
    await expect.poll(countWaiting).toBe(batches);
  }
  // As many batches as may run at a time are waiting, so these wait for them.
  replies.push(readSession(cookie), lookUp());
  const codes = (await Promise.all(replies)).map((reply) => reply.json().code);
  const seconds = (performance.now() - startedAt) / 1000;
  await locker.query('rollback');
  expect(codes).toEqual(replies.map(() => 'database_unavailable'));
  expect(seconds).toBeLessThan(10);
  expect((await readSession(cookie)).statusCode).toBe(200);
});
