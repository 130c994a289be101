import { describe, expect, it } from 'vitest';
import { sameOriginHeaders } from '../app.ts';
import { startBulkFixture } from '../bulk.ts';
import { dumpDatabase } from '../dump.ts';
import { endpoints, named } from '../endpoints.ts';
import { requestWithoutProof } from '../ordinary-requests.ts';

/** What the paths of the requests name. */
const owned: Record<string, string> = {};
const scene = await startBulkFixture();
const [owner, stranger] = [await scene.startBulkUser(), await scene.startBulkUser()];

const withParams = endpoints.filter(({ params, access }) => params !== undefined && access !== 'public');

/** Tables that the queue changes on its own while the test runs. */
const queueTables = [
  'pgboss.version',
  'pgboss.queue',
  'pgboss.schedule',
  'pgboss.job_common',
  'pgboss.warning',
];

/** Excludes what any request may change: rate limits, and when a session was last used. */
async function state(): Promise<string> {
  const { database } = scene.server;
  const sessions = await database.query('select id, owner from sessions order by id');
  const dump = await dumpDatabase(database, ['public.sessions', 'public.rate_limits', ...queueTables]);
  return dump + JSON.stringify(sessions);
}

describe('a resource of a user', () => {
  it('is named in at least four paths', () => {
    expect(withParams.length).toBeGreaterThanOrEqual(4);
  });

  it.each(named(withParams))('is hidden from other users: %s', async (_, endpoint) => {
    const request = await requestWithoutProof(scene, owner, endpoint, owned);
    const sendWith = (proof: Record<string, string>) =>
      scene.server.app.inject({
        ...request,
        headers: { ...sameOriginHeaders, ...request.headers, ...proof },
      });
    const before = await state();
    expect((await sendWith({ cookie: stranger.cookie })).statusCode).toBe(404);
    expect((await sendWith({})).statusCode).toBe(401);
    expect(await state()).toBe(before);
  });
});

const changing = endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'agent');

it.each(named(changing))(
  "a request from another site changes nothing with the owner's cookie: %s",
  async (_, endpoint) => {
    const request = await requestWithoutProof(scene, owner, endpoint, owned);
    const before = await state();
    const reply = await scene.server.app.inject({
      ...request,
      headers: {
        ...request.headers,
        host: 'localhost:3000',
        'sec-fetch-site': 'cross-site',
        cookie: owner.cookie,
      },
    });
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'cross_site']);
    expect(await state()).toBe(before);
  },
);
