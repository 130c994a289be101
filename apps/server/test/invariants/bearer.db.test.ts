import { describe, expect, it } from 'vitest';
import { startBulkFixture } from '../bulk.ts';
import { dumpDatabase } from '../dump.ts';
import { endpoints, named, nameOf } from '../endpoints.ts';
import { type OrdinaryRequest, requestWithoutProof } from '../ordinary-requests.ts';
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
  'POST /api/agent/discoveries/{sessionId}/lookup',
  'GET /api/agent/discoveries/{sessionId}/lookup',
  'POST /api/purchase-date/single',
  'POST /api/purchase-date/analyze',
  'POST /api/purchase-date/predict-bulk',
];

const open = endpoints.filter(({ access }) => access.endsWith('bearer'));

const scene = await startBulkFixture({ TOKEN_REQUESTS_PER_MINUTE: '100000', BULK_LIVE_RUNS: '1000' });
const [owner, stranger] = [await scene.startBulkUser(), await scene.startBulkUser()];
/** What the paths of the requests name. */
const owned: Record<string, string> = {};
for (const endpoint of open) await requestWithoutProof(scene, owner, endpoint, owned);
const { rawToken: ownersToken } = await tokenUser(owner).make();
const { rawToken: strangersToken } = await tokenUser(stranger).make();

const withThe = (rawToken: string, request: OrdinaryRequest, headers: Record<string, string> = {}) =>
  scene.server.app.inject(withToken(rawToken, { ...request, headers: { ...request.headers, ...headers } }));

/** The owner's rows, without sessions and rate limits, which change on their own. */
const ownersRows = async () =>
  (await dumpDatabase(scene.server.database, ['public.sessions', 'public.rate_limits']))
    .split('\n')
    .filter((line) => line.includes(owned.runId ?? ''));

it('access tokens are accepted by these endpoints and no others', () => {
  expect(open.map(nameOf).sort()).toEqual([...bearerEndpoints].sort());
});

const before = await ownersRows();

describe('a caller without access', () => {
  it.each(named(open))(
    'sees nothing of the owner with another user’s token, even with the owner’s cookie: %s',
    async (_, endpoint) => {
      const request = await requestWithoutProof(scene, owner, endpoint, owned);
      for (const headers of [{}, { cookie: owner.cookie }]) {
        const reply = await withThe(strangersToken, request, headers);
        if (endpoint.params) expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
        expect(reply.body).not.toContain(owned.runId);
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

  it.each(named(open))(
    'is sufficient, even with another user’s cookie and from another site: %s',
    async (_, endpoint) => {
      const request = await requestWithoutProof(scene, owner, endpoint);
      const reply = await withThe(ownersToken, request, { cookie: stranger.cookie, ...fromAnywhere });
      expect(reply.statusCode).toBeLessThan(300);
      expect(reply.headers.ratelimit).toMatch(/^"token";r=\d+;t=\d+$/);
    },
  );
});

describe('a session-only endpoint', () => {
  const sessionOnly = named(endpoints.filter(({ access }) => access === 'session'));

  it.each(sessionOnly)(
    'returns session_only for a token instead of asking for a reload: %s',
    async (_, endpoint) => {
      const url = endpoint.path.replace(/\{\w+\}/g, owner.userId);
      const reply = await scene.server.app.inject(
        withToken(ownersToken, { method: endpoint.method, url, headers: { cookie: owner.cookie } }),
      );
      expect([reply.statusCode, reply.json()]).toEqual([
        403,
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
