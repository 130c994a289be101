import type { EndpointCatalog } from '@warranty/contracts/api-explorer';
import { fillPath } from '@warranty/contracts/core/client';
import { describe, expect, it } from 'vitest';
import { sendScan } from '../../../test/agents.ts';
import { dellFile, startBulkFixture } from '../../../test/bulk.ts';
import { endpoints } from '../../../test/endpoints.ts';

const scene = await startBulkFixture();
const user = await scene.startBulkUser();
const runId = (await user.run(dellFile(3))).id;
const sessionId = await sendScan(scene.server, user);

const read = (url: string, cookie?: string) => scene.server.send('GET', url, { cookie });

const readCatalog = (): Promise<EndpointCatalog> => user.get('/api/discovery');

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
  it('returns its version and a description', async () => {
    const { version, description } = await readCatalog();
    expect(version).toBe(scene.server.config.version);
    expect(description).not.toBe('');
  });

  it('lists exactly the GET endpoints that return JSON to a session, and which ones need a session', async () => {
    const listed = (await readCatalog()).endpoints.map(({ method, path, auth }) => [method, path, auth]);
    const expected: string[][] = [];
    for (const { method, path } of endpoints.filter((each) => each.method === 'GET')) {
      const url = fillPath(path, ids());
      const [own, anybodys] = [await read(url, user.cookie), await read(url)];
      const answersJson =
        own.statusCode === 200 && String(own.headers['content-type']).startsWith('application/json');
      if (answersJson) expected.push([method, path, anybodys.statusCode === 200 ? 'none' : 'session']);
    }
    expect(expected.length).toBeGreaterThanOrEqual(12);
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });
});
