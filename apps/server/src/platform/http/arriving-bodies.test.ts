import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { defineEndpoint, json } from '@warranty/contracts/endpoint';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openRaw, type RawConnection, rawHead } from '../../../test/raw-connection.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { AppError } from './app-error.ts';
import type { ArrivalLimits } from './arriving-bodies.ts';
import { publicAddress } from './origin.ts';
import { type Route, route } from './route.ts';
import { createHttpServer } from './server.ts';

const common = { access: 'public', summary: 'A thing', reply: json(z.object({})), errors: [] } as const;
const takeFile = defineEndpoint({
  ...common,
  method: 'PUT',
  path: '/file',
  upload: 'text/csv',
  bodyLimit: 2 ** 30,
});
const refuseFile = defineEndpoint({ ...takeFile, path: '/refused' });
const leaveFile = defineEndpoint({ ...takeFile, path: '/left' });
const takeNote = defineEndpoint({ ...common, method: 'POST', path: '/note', body: z.object({}) });
const takePacked = defineEndpoint({ ...takeNote, path: '/packed', gzip: true });
const takePhoto = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/photo',
  body: z.object({ photo: z.string() }),
  bodyLimit: 100 * 1024 * 1024,
  base64File: { field: 'photo', maxBytes: 1000, tooLarge: 'image_too_large' },
});
const takeBytes = defineEndpoint({ ...takeNote, path: '/bytes', bodyAsBytes: true });
const needsSession = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/private',
  access: 'session',
  body: z.object({}),
});
const ping = defineEndpoint({ ...common, method: 'GET', path: '/ping' });

/** What became of files that somebody read to their end, or to their bitter end. */
let ends: string[] = [];

async function readWhole(file: AsyncIterable<unknown>): Promise<Record<string, never>> {
  try {
    for await (const _ of file);
    ends.push('whole');
  } catch (error) {
    ends.push('broken off');
    throw error;
  }
  return {};
}

const routes: Route[] = [
  route(takeFile, ({ upload }) => readWhole(upload)),
  route(refuseFile, async ({ upload }) => {
    for await (const _ of upload) throw new AppError('file_empty');
    return {};
  }),
  route(leaveFile, () => {
    throw new AppError('file_empty');
  }),
  ...[takeNote, takePacked, takePhoto, needsSession, ping].map((endpoint) => route(endpoint, () => ({}))),
  route(takeBytes, () => ({})),
];

/** So short that a test need not wait, and so long that a busy machine does not change what happens. */
const quick = {
  headersMs: 600,
  tickMs: 20,
  graceMs: 300,
  bytesPerSecond: 100_000,
  bodyMs: 60_000,
  drainMs: 300,
};

const lines: string[] = [];
function createApp(limits: Partial<ArrivalLimits>): FastifyInstance {
  return createHttpServer({
    address: publicAddress('http://localhost:3000'),
    trustProxy: [],
    inlineScriptHashes: [],
    routes,
    authenticators: {
      session: async () => {
        throw new AppError('no_session');
      },
    },
    isDraining: () => false,
    log: createLog({
      level: 'info',
      role: 'test',
      human: false,
      destination: { write: (line) => lines.push(line) },
    }),
    metrics: createMetrics(),
    limits,
  });
}

let requests = 0;
let [slow, hasty, standing]: FastifyInstance[] = [];
let [slowUrl, hastyUrl, standingUrl] = ['', '', ''];
beforeAll(async () => {
  slow = createApp({});
  slow.server.on('request', () => {
    requests += 1;
  });
  hasty = createApp(quick);
  standing = createApp({ ...quick, graceMs: 60_000, bodyMs: 300 });
  [slowUrl, hastyUrl, standingUrl] = (await Promise.all(
    [slow, hasty, standing].map((app) => app?.listen({ host: '127.0.0.1', port: 0 })),
  )) as [string, string, string];
});
afterAll(() => Promise.all([slow, hasty, standing].map((app) => app?.close())));
beforeEach(() => {
  ends = [];
  lines.length = 0;
});

const own = { 'sec-fetch-site': 'same-origin' };
const csv = { ...own, 'content-type': 'text/csv' };
const asJson = { ...own, 'content-type': 'application/json' };
const large = 300 * 1024;

async function expectNextAnswer(url: string, connection: RawConnection, closes: boolean): Promise<void> {
  const startedAt = performance.now();
  const next = closes ? openRaw(url) : connection;
  next.send(rawHead('GET', '/ping'));
  expect((await next.answer()).status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(1000);
  next.socket.destroy();
}

const refusals: [string, string, string, Record<string, string>, number][] = [
  ['a file that its reader gave up', 'PUT', '/refused', csv, 422],
  ['a file that nobody looked at', 'PUT', '/left', csv, 422],
  ['a body of a stranger', 'POST', '/private', asJson, 401],
  ['a body of the wrong type', 'POST', '/note', { ...own, 'content-type': 'text/plain' }, 415],
  ['a file where none is taken', 'POST', '/note', csv, 415],
  ['a body for nobody', 'POST', '/none', asJson, 404],
  ['a body from another site', 'POST', '/note', { 'content-type': 'application/json' }, 403],
  ['a body for an address that is none', 'POST', '/%zz', asJson, 400],
  ['a file that is too large', 'POST', '/photo', asJson, 413],
  ['a body that is too large', 'POST', '/bytes', asJson, 413],
  ['a body of a request that has none', 'GET', '/ping', {}, 200],
];

describe.each(refusals)('%s', (_, method, path, headers, status) => {
  const content = path === '/photo' ? `{"photo":"${'A'.repeat(large)}` : 'a,b\n'.repeat(large / 4);

  it('is answered at once, and the next request as well', async () => {
    const connection = openRaw(slowUrl);
    connection.send(rawHead(method, path, { ...headers, 'content-length': 10 * large }) + content);
    const answer = await connection.answer();
    expect(answer.status).toBe(status);
    await expectNextAnswer(slowUrl, connection, answer.headers.connection === 'close');
  });

  it('ends with its connection where more and more comes', async () => {
    const connection = openRaw(hastyUrl);
    connection.send(rawHead(method, path, { ...headers, 'transfer-encoding': 'chunked' }));
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    if (path === '/photo') connection.send(`a\r\n{"photo":"\r\n`);
    const pump = () => {
      while (!connection.isClosed() && connection.send(chunk));
    };
    connection.socket.on('drain', pump);
    pump();
    expect((await connection.answer()).status).toBe(status);
    await connection.closed();
    expect(connection.socket.bytesWritten).toBeLessThan(32 * 1024 * 1024);
  });

  it('of little more leaves the connection open, or says that it does not', async () => {
    const connection = openRaw(slowUrl);
    const little = path === '/photo' ? `{"photo":"${'A'.repeat(3000)}"}` : `"${'x'.repeat(3000)}"`;
    connection.send(
      rawHead(method, path, { ...headers, 'content-length': little.length }) + little.slice(0, 50),
    );
    const isRead = path === '/photo' || path === '/bytes' || path === '/refused';
    if (isRead) connection.send(little.slice(50));
    const answer = await connection.answer();
    if (!isRead) connection.send(little.slice(50));
    if (path !== '/bytes') expect(answer.status).toBe(status);
    await expectNextAnswer(slowUrl, connection, answer.headers.connection === 'close');
  });
});

describe('a packed body', () => {
  it.each([
    ['that is not packed', Buffer.alloc(1000, 'x'), 400],
    ['that unpacks to too much', gzipSync(Buffer.alloc(50 * 1024 * 1024)), 413],
  ])('%s is answered, and the next request as well', async (_, content, status) => {
    const connection = openRaw(slowUrl);
    const headers = { ...asJson, 'content-encoding': 'gzip', 'content-length': content.length + 100_000 };
    connection.send(rawHead('POST', '/packed', headers));
    connection.send(content);
    const answer = await connection.answer();
    expect(answer.status).toBe(status);
    await expectNextAnswer(slowUrl, connection, answer.headers.connection === 'close');
  });
});

/** Brings a byte now and then, until somebody has enough. */
async function drip(connection: RawConnection, text: string): Promise<void> {
  for (let at = 0; !connection.isClosed(); at = (at + 1) % text.length) {
    connection.send(text.charAt(at));
    await delay(10);
  }
}

const arriving: [string, string, string, Record<string, string>][] = [
  ['a file', 'PUT', '/file', csv],
  ['a body', 'POST', '/note', asJson],
  ['a photo', 'POST', '/photo', asJson],
  ['a body that is taken as it is', 'POST', '/bytes', asJson],
  ['a packed body', 'POST', '/packed', asJson],
];

describe.each(arriving)('%s that drips in', (_, method, path, headers) => {
  it.each([
    ['slower than the least rate', () => hastyUrl],
    ['for longer than it may', () => (path === '/file' ? hastyUrl : standingUrl)],
  ])('%s is given up with a sentence', async (_name, url) => {
    const connection = openRaw(url());
    connection.send(rawHead(method, path, { ...headers, 'content-length': 100_000 }));
    const dripping = drip(connection, ' ');
    const answer = await connection.answer();
    expect(answer.status).toBe(408);
    expect(answer.headers.connection).toBe('close');
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'upload_too_slow' });
    await connection.closed();
    await dripping;
    if (path === '/file') await waitUntil('its reader is told', () => ends.includes('broken off'));
  });
});

it('headers that drip in are given up with a sentence', async () => {
  const connection = openRaw(hastyUrl);
  connection.send('GET /ping HTTP/1.1\r\nhost: ');
  const dripping = drip(connection, 'x');
  const answer = await connection.answer();
  expect(answer.status).toBe(408);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'upload_too_slow' });
  await connection.closed();
  await dripping;
});

it('a file that stands still is given up, however much came before', async () => {
  const connection = openRaw(standingUrl);
  connection.send(rawHead('PUT', '/file', { ...csv, 'content-length': 10 * large }) + 'x'.repeat(large));
  expect((await connection.answer()).status).toBe(408);
});

it('a file that arrives at the least rate is taken, however long that takes', async () => {
  const connection = openRaw(hastyUrl);
  const [pieces, size] = [60, 20_000];
  connection.send(rawHead('PUT', '/file', { ...csv, 'content-length': pieces * size }));
  for (let piece = 0; piece < pieces; piece += 1) {
    connection.send('x'.repeat(size));
    await delay(10);
  }
  expect((await connection.answer()).status).toBe(200);
  expect(ends).toEqual(['whole']);
});

describe('a sender that goes away in the middle', () => {
  it.each(arriving)('of %s is noted as that, and as no failure of ours', async (_, method, path, headers) => {
    const before = requests;
    const connection = openRaw(slowUrl);
    connection.send(`${rawHead(method, path, { ...headers, 'content-length': 1000 })} {`);
    await waitUntil('it arrives', () => requests === before + 1);
    connection.socket.destroy();
    await waitUntil('it is noted', () => lines.length > 0);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 30, route: path, status: 499 }),
    ]);
  });
});
