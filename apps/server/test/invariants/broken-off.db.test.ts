import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { startTestApp } from '../app.ts';
import { mapping } from '../bulk.ts';
import { openRaw, rawHead } from '../raw-connection.ts';
import { waitUntil } from '../wait-until.ts';

const lines: Record<string, unknown>[] = [];
const destination = { write: (line: string) => lines.push(JSON.parse(line)) };
const server = await startTestApp({
  env: { DELL_CLIENT_ID: 'x', DELL_CLIENT_SECRET: 'x' },
  log: createLog({ level: 'info', role: 'test', human: false, destination }),
});
const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
const { cookie, send } = await server.startSession();

const createRun = async (): Promise<string> =>
  (await send('POST', '/api/bulk-runs', { fieldMapping: mapping })).json().id;

const bodies: [string, string, () => Promise<string>, string, string][] = [
  ['PUT', 'a file', async () => `/api/bulk-runs/${await createRun()}/source`, 'text/csv', 'Serial,Maker\n'],
  ['POST', 'rows', async () => '/api/warranty/csv-enhanced', 'application/json', '{"csvData":[{"Serial":'],
  ['POST', 'a photo as the body', async () => '/api/ocr/extract', 'image/jpeg', '\xff\xd8\xff'],
  ['POST', 'a photo', async () => '/api/ocr/extract', 'application/json', '{"image":"AAAA'],
  ['POST', 'assets', async () => '/api/purchase-date/analyze', 'application/json', '{"csvData":['],
  ['POST', 'a lookup', async () => '/api/warranty/lookup', 'application/json', '{"modelNumber":'],
];

it.each(bodies)(
  'an aborted %s of %s is logged as aborted, not as a failure',
  async (method, _, path, type, text) => {
    const headers = {
      cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': type,
      'content-length': 200_000,
    };
    const head = rawHead(method, await path(), headers);
    lines.length = 0;
    const startedAt = once(server.app.server, 'request');
    const connection = openRaw(url);
    connection.send(head + text);
    await startedAt;
    connection.socket.destroySoon();
    const line = await waitUntil('it is noted', () => lines.find(({ msg }) => msg === 'request'));
    expect(line).toMatchObject({ level: 30, status: 499 });
    expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([]);
  },
);
