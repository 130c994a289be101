import type { EndpointCatalog } from '@warranty/contracts/api-explorer';
import { fillPath } from '@warranty/contracts/core/client';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import { sendScan } from '../../../test/agents.ts';
import { dellFile, startBulkFixture } from '../../../test/bulk.ts';
import { endpoints } from '../../../test/endpoints.ts';

const scene = await startBulkFixture();
const user = await scene.startBulkUser();
const runId = (await user.run(dellFile(3))).id;
const sessionId = await sendScan(scene.server, user);
afterAll(() => scene.close());

const read = (url: string, cookie?: string) => scene.server.send('GET', url, { cookie });

const readCatalog = async () => (await read('/api/discovery', user.cookie)).json<EndpointCatalog>();

/** Values for path parameters. */
const ids = (): Record<string, string> => ({
  userId: user.userId,
  runId,
  row: '1',
  progressId: runId,
  sessionId,
  platform: 'linux',
  script: 'network_agent.ps1',
});

describe('GET /api/discovery', () => {
  it('requires a session', async () => {
    const reply = await read('/api/discovery');
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'no_session']);
  });

  it('returns its version and a description', async () => {
    const { version, description } = await readCatalog();
    expect(version).toBe(scene.server.config.version);
    expect(description).not.toBe('');
  });

  it('lists itself and what a session can read', async () => {
    const paths = (await readCatalog()).endpoints.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/api/discovery',
        '/api/auth/session',
        '/api/bulk-runs',
        '/api/bulk-runs/{runId}/results',
        '/api/user/{userId}/api-keys',
        '/api/external-tokens',
        '/api/config',
        '/api/openapi.json',
      ]),
    );
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('lists exactly the GET endpoints that return JSON to a session, and which ones need a session', async () => {
    const catalog = new Map((await readCatalog()).endpoints.map((entry) => [entry.path, entry]));
    const gets = endpoints.filter(({ method }) => method === 'GET');
    expect(gets.length).toBeGreaterThanOrEqual(12);
    for (const { path } of gets) {
      const url = fillPath(path, ids());
      const [own, anybodys] = [await read(url, user.cookie), await read(url)];
      const answersJson =
        own.statusCode === 200 && String(own.headers['content-type']).startsWith('application/json');
      const needs = anybodys.statusCode === 200 ? 'none' : 'session';
      expect([path, catalog.get(path)?.auth]).toEqual([path, answersJson ? needs : undefined]);
    }
  });

  it('lists only GET endpoints of the contract', async () => {
    const ours = new Set(
      endpoints.filter(({ method }) => method === 'GET').map(({ path }: Endpoint) => path),
    );
    for (const { path, method } of (await readCatalog()).endpoints)
      expect([method, ours.has(path)]).toEqual(['GET', true]);
  });
});
