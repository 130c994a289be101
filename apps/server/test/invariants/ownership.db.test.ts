import { fillPath } from '@warranty/contracts/core/client';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentUser, sendScan } from '../agents.ts';
import { sameOriginHeaders } from '../app.ts';
import { type BulkFixture, type BulkUser, dellFile, startBulkFixture } from '../bulk.ts';
import { dumpDatabase } from '../dump.ts';
import { endpoints } from '../endpoints.ts';
import { tokenUser } from '../tokens.ts';

let scene: BulkFixture;
let owner: BulkUser;
let stranger: BulkUser;
let runId: string;
let tokenId: string;
let sessionId: string;
let secretId: string;
let browserSessionId: string;
beforeAll(async () => {
  scene = await startBulkFixture();
  [owner, stranger] = [await scene.startBulkUser(), await scene.startBulkUser()];
  await owner.save('lenovo', 'api_key', 'the-owners-api-key');
  runId = (await owner.run(dellFile(3))).id;
  tokenId = (await tokenUser(scene.server, owner.userId, owner.cookie).make()).token.id;
  sessionId = await sendScan(scene.server, owner);
  secretId = (await agentUser(scene.server, owner.userId, owner.cookie).make()).secret.id;
  const list = await scene.server.app.inject({
    url: '/api/auth/sessions',
    headers: { ...sameOriginHeaders, cookie: owner.cookie },
  });
  browserSessionId = list.json().sessions[0].id;
});
afterAll(() => scene.close());

const owned = endpoints.filter(({ params, access }) => params !== undefined && access !== 'public');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Ids of the owner's resources, by path parameter. */
const ownersIds = (): Record<string, string> => ({
  userId: owner.userId,
  vendor: 'lenovo',
  runId,
  row: '1',
  progressId: runId,
  tokenId,
  sessionId,
  secretId,
  browserSessionId,
});

/** Bodies that would have an effect if the owner sent them. */
const bodies: Record<string, object> = {
  'POST /api/bulk-runs/{runId}/retry': { vendors: ['Dell'] },
  'PATCH /api/external-tokens/{tokenId}': { tokenName: 'a strangers name', isActive: false },
  'POST /api/user/{userId}/api-keys': { vendor: 'lenovo', keyType: 'api_key', keyValue: 'a-strangers-key' },
  'POST /api/user/{userId}/api-keys/test': {
    vendor: 'lenovo',
    keyType: 'api_key',
    keyValue: 'a-strangers-key',
  },
};

function callAs(endpoint: Endpoint, cookie: string | null) {
  const ids = ownersIds();
  for (const [, name = ''] of endpoint.path.matchAll(/\{(\w+)\}/g))
    if (!(name in ids)) throw new Error(`${nameOf(endpoint)}: give the owner a ${name} for this test`);
  const payload = bodies[nameOf(endpoint)];
  if (endpoint.body && !payload) throw new Error(`${nameOf(endpoint)}: give it a body for this test`);
  return scene.server.app.inject({
    method: endpoint.method,
    url: fillPath(endpoint.path, ids),
    headers: {
      ...sameOriginHeaders,
      ...(cookie ? { cookie } : {}),
      ...(endpoint.upload ? { 'content-type': endpoint.upload[0] } : {}),
    },
    ...(payload ? { payload } : {}),
    ...(endpoint.upload ? { payload: dellFile(2) } : {}),
  });
}

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
    expect(owned.length).toBeGreaterThanOrEqual(4);
  });

  it.each(owned.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'is hidden from other users: %s',
    async (_, endpoint) => {
      const before = await state();
      expect((await callAs(endpoint, stranger.cookie)).statusCode).toBe(404);
      expect((await callAs(endpoint, null)).statusCode).toBe(401);
      expect(await state()).toBe(before);
    },
  );
});

const changing = endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'agent');

describe('a request from another site', () => {
  it.each(changing.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    "changes nothing with the owner's cookie: %s",
    async (_, { method, path }) => {
      const before = await state();
      const reply = await scene.server.app.inject({
        method,
        url: fillPath(path, ownersIds()),
        headers: { host: 'localhost:3000', 'sec-fetch-site': 'cross-site', cookie: owner.cookie },
      });
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'cross_site']);
      expect(await state()).toBe(before);
    },
  );
});
