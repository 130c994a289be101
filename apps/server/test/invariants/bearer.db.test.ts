import { fillPath } from '@warranty/contracts/core/client';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendScan } from '../agents.ts';
import { sameOriginHeaders } from '../app.ts';
import { type BulkFixture, type BulkUser, dellFile, mapping, startBulkFixture } from '../bulk.ts';
import { dumpDatabase } from '../dump.ts';
import { endpoints } from '../endpoints.ts';
import { tokenUser, withToken } from '../tokens.ts';

/** When you open an endpoint to access tokens, add it here and explain why in the commit. */
const bearerEndpoints = [
  'POST /api/warranty/lookup',
  'GET /api/warranty/vendor-calls',
  'POST /api/warranty/bulk',
  'POST /api/warranty/csv-preview',
  'POST /api/warranty/csv-enhanced',
  'POST /api/bulk-runs',
  'GET /api/bulk-runs',
  'PUT /api/bulk-runs/{runId}/source',
  'GET /api/bulk-runs/{runId}',
  'DELETE /api/bulk-runs/{runId}',
  'GET /api/bulk-runs/{runId}/columns',
  'GET /api/bulk-runs/{runId}/rows/{row}',
  'GET /api/bulk-runs/{runId}/results',
  'GET /api/bulk-runs/{runId}/report',
  'GET /api/bulk-runs/{runId}/file',
  'POST /api/bulk-runs/{runId}/cancel',
  'POST /api/bulk-runs/{runId}/retry',
  'POST /api/bulk-runs/{runId}/resume',
  'GET /api/progress/{progressId}',
  'DELETE /api/progress/{progressId}',
  'POST /api/ocr/extract',
  'POST /api/ocr/warranty-lookup',
  'GET /api/agent/discoveries',
  'GET /api/usage',
  'GET /api/agent/discoveries/{sessionId}',
  'POST /api/purchase-date/single',
  'POST /api/purchase-date/analyze',
  'POST /api/purchase-date/predict-bulk',
];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const open = endpoints.filter(({ access }) => access.endsWith('bearer'));
const named = open.map((endpoint) => [nameOf(endpoint), endpoint] as const);

let scene: BulkFixture;
let owner: BulkUser;
let stranger: BulkUser;
let ownersToken: string;
let strangersToken: string;
let runId: string;
let sessionId: string;
beforeAll(async () => {
  scene = await startBulkFixture({ TOKEN_REQUESTS_PER_MINUTE: '100000', BULK_LIVE_RUNS: '1000' });
  [owner, stranger] = [await scene.startBulkUser(), await scene.startBulkUser()];
  runId = (await owner.run(dellFile(3))).id;
  sessionId = await sendScan(scene.server, owner);
  ownersToken = await makeToken(owner);
  strangersToken = await makeToken(stranger);
});
afterAll(() => scene.close());

const makeToken = async ({ userId, cookie }: BulkUser) =>
  (await tokenUser(scene.server, userId, cookie).make()).rawToken;

/** A valid body for each endpoint. */
const bodies: Record<string, object> = {
  'POST /api/warranty/lookup': { modelNumber: 'B000001', manufacturer: 'Dell' },
  'POST /api/warranty/bulk': { items: [{ serialNumber: 'B000001' }] },
  'POST /api/bulk-runs/{runId}/retry': { vendors: ['Dell'] },
  'POST /api/warranty/csv-preview': {
    csvData: [{ Serial: 'B000001', Maker: 'Dell' }],
    fieldMapping: mapping,
  },
  'POST /api/warranty/csv-enhanced': {
    csvData: [{ Serial: 'B000001', Maker: 'Dell' }],
    fieldMapping: mapping,
  },
  'POST /api/bulk-runs': { fieldMapping: mapping },
  'POST /api/ocr/extract': { image: 'AAAA' },
  'POST /api/purchase-date/single': { assetDescription: 'Dell Latitude 5420' },
  'POST /api/purchase-date/analyze': { csvData: [{ serialNumber: 'B000001' }] },
  'POST /api/purchase-date/predict-bulk': { csvData: [{ serialNumber: 'B000001' }] },
  'POST /api/ocr/warranty-lookup': { serialNumber: 'B000001', manufacturer: 'Dell' },
};

function requestFor(endpoint: Endpoint): InjectOptions {
  const payload = bodies[nameOf(endpoint)];
  if (endpoint.body && !payload) throw new Error(`${nameOf(endpoint)}: give it a body for this test`);
  return {
    method: endpoint.method,
    url: fillPath(endpoint.path, { runId, row: '1', progressId: runId, sessionId }),
    ...(payload ? { payload } : {}),
    ...(endpoint.upload ? { payload: dellFile(2), headers: { 'content-type': endpoint.upload[0] } } : {}),
  };
}

const asAnonymous = (endpoint: Endpoint, headers: Record<string, string> = {}) => {
  const request = requestFor(endpoint);
  return scene.server.app.inject({
    ...request,
    headers: { ...sameOriginHeaders, ...request.headers, ...headers },
  });
};
const withThe = (rawToken: string, endpoint: Endpoint, headers: Record<string, string> = {}) => {
  const request = requestFor(endpoint);
  return scene.server.app.inject(
    withToken(rawToken, { ...request, headers: { ...request.headers, ...headers } }),
  );
};

/** The owner's rows, without sessions and rate limits, which change on their own. */
const ownersRows = async () =>
  (await dumpDatabase(scene.server.database, ['public.sessions', 'public.rate_limits']))
    .split('\n')
    .filter((line) => line.includes(runId));

it('access tokens are accepted by these endpoints and no others', () => {
  expect(open.map(nameOf).sort()).toEqual([...bearerEndpoints].sort());
});

describe('a caller without access', () => {
  let before: string[];
  beforeAll(async () => {
    before = await ownersRows();
  });

  it.each(named)('is rejected without a token or with an invalid one: %s', async (_, endpoint) => {
    expect((await asAnonymous(endpoint)).json().code).toBe('no_session');
    for (const authorization of ['Bearer', 'Bearer nonsense', 'bearer wlt_', `Bearer ${ownersToken}x`]) {
      const reply = await asAnonymous(endpoint, { authorization });
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'token_refused']);
    }
    expect((await asAnonymous(endpoint, { authorization: `Basic ${ownersToken}` })).statusCode).toBe(401);
  });

  it.each(named)(
    'sees nothing of the owner with another user’s token, even with the owner’s cookie: %s',
    async (_, endpoint) => {
      for (const headers of [{}, { cookie: owner.cookie }]) {
        const reply = await withThe(strangersToken, endpoint, headers);
        if (endpoint.params) expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
        expect(reply.body).not.toContain(runId);
        expect(reply.headers['set-cookie']).toBeUndefined();
      }
    },
  );

  it('changes none of the owner’s data', async () => {
    expect(before.length).toBeGreaterThan(0);
    expect(await ownersRows()).toEqual(before);
  });
});

describe('the owner’s token', () => {
  const fromAnywhere = { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' };

  it.each(named)(
    'is sufficient, even with another user’s cookie and from another site: %s',
    async (_, endpoint) => {
      if (endpoint.method === 'DELETE') runId = (await owner.create()).id;
      const reply = await withThe(ownersToken, endpoint, { cookie: stranger.cookie, ...fromAnywhere });
      expect([401, 403, 404, 429, 500]).not.toContain(reply.statusCode);
      expect(reply.headers.ratelimit).toMatch(/^"token";r=\d+;t=\d+$/);
      if (endpoint.method === 'DELETE') runId = (await owner.create()).id;
    },
  );
});

describe('a session-only endpoint', () => {
  const sessionOnly = endpoints
    .filter(({ access }) => access === 'session')
    .map((e) => [nameOf(e), e] as const);

  it.each(sessionOnly)(
    'returns session_only for a token instead of asking for a reload: %s',
    async (_, endpoint) => {
      const url = endpoint.path.replace(/\{\w+\}/g, owner.userId);
      const reply = await scene.server.app.inject(
        withToken(ownersToken, { method: endpoint.method, url, headers: { cookie: owner.cookie } }),
      );
      expect([reply.statusCode, reply.json()]).toEqual([
        401,
        {
          error:
            'This endpoint requires a browser session. /api/docs lists the endpoints that accept access tokens.',
          code: 'session_only',
        },
      ]);
      expect(endpoint.errors).toContain('session_only');
    },
  );
});
