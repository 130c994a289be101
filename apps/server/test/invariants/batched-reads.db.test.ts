import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sameOriginHeaders } from '../app.ts';
import { startVendorFixture, type VendorFixture } from '../vendor.ts';

let scene: VendorFixture;
beforeAll(async () => {
  scene = await startVendorFixture({ NEW_SESSIONS_PER_HOUR: '1000', LOOKUPS_PER_MINUTE: '1000' });
});
afterAll(() => scene.close());

const headersOf = (cookie: string) => ({ ...sameOriginHeaders, cookie });
const readSession = (cookie: string) =>
  scene.server.app.inject({ url: '/api/auth/session', headers: headersOf(cookie) });
const lookup = (cookie: string, modelNumber: string) =>
  scene.server.app.inject({
    method: 'POST',
    url: '/api/warranty/lookup',
    headers: headersOf(cookie),
    payload: { modelNumber, manufacturer: 'Dell' },
  });

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
    const cookies = (await startSessions(5)).map(({ cookie }) => cookie);
    const tags = Array.from({ length: 20 }, (_, index) => `TOGET${10 + index}`);
    const lookUpAll = () => Promise.all(tags.map((tag, index) => lookup(cookies[index % 5] ?? '', tag)));
    const first = (await lookUpAll()).map((reply) => reply.json());
    const again = (await lookUpAll()).map((reply) => reply.json());
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
    await scene.server.app.inject({ method: 'DELETE', url: '/api/auth/session', headers: headersOf(cookie) });
    isEnded = true;
    expect(await Promise.all(reading)).toEqual(reading.map(() => 401));
  });
});

const countWaiting = async () =>
  (
    await scene.server.database.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).length;

describe('while the database does not answer', () => {
  it('no request waits longer than ten seconds, also behind others', async () => {
    const { cookie } = await scene.server.startSession();
    const { rawToken } = (
      await scene.server.app.inject({
        method: 'POST',
        url: '/api/external-tokens',
        headers: headersOf(cookie),
        payload: { tokenName: 'test' },
      })
    ).json();
    const withToken = () =>
      scene.server.app.inject({
        method: 'POST',
        url: '/api/warranty/lookup',
        headers: { host: 'localhost:3000', authorization: `Bearer ${rawToken}` },
        payload: { modelNumber: 'WAITING', manufacturer: 'Dell' },
      });
    await withToken();
    const locker = new pg.Client({ connectionString: scene.server.database.url });
    await locker.connect();
    await locker.query('begin; lock table sessions, warranty_records in access exclusive mode');
    const startedAt = performance.now();
    const replies: ReturnType<typeof withToken>[] = [];
    for (const batches of [2, 4]) {
      replies.push(readSession(cookie), withToken());
      await expect.poll(countWaiting).toBe(batches);
    }
    // As many batches as may run at a time are waiting, so these wait for them.
    replies.push(readSession(cookie), withToken());
    const codes = (await Promise.all(replies)).map((reply) => reply.json().code);
    const seconds = (performance.now() - startedAt) / 1000;
    await locker.query('rollback');
    await locker.end();
    expect(codes).toEqual(replies.map(() => 'database_unavailable'));
    expect(seconds).toBeLessThan(10);
    expect((await readSession(cookie)).statusCode).toBe(200);
  });
});
