import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { forViewers } from '@warranty/contracts/access';
import { defineEndpoint } from '@warranty/contracts/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { recordLog } from '../../../../test/fixtures.ts';
import { createRoutesServer, noMembers, plainEndpoint } from '../../../../test/http-server.ts';
import { openRaw, type RawConnection, rawHead } from '../../../../test/raw-connection.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { AppError } from '../app-error.ts';
import { type Route, route } from '../route.ts';
import type { ArrivalLimits } from './arriving-bodies.ts';

const takeFile = defineEndpoint({
  ...plainEndpoint,
  method: 'PUT',
  path: '/file',
  upload: ['text/csv'],
  bodyLimit: 2 ** 30,
});
const refuseFile = defineEndpoint({ ...takeFile, path: '/refused' });
const leaveFile = defineEndpoint({ ...takeFile, path: '/left' });
const takeNote = defineEndpoint({ ...plainEndpoint, method: 'POST', path: '/note', ...noMembers });
const takePacked = defineEndpoint({ ...takeNote, path: '/packed', gzip: true });
const takePhoto = defineEndpoint({
  ...plainEndpoint,
  method: 'POST',
  path: '/photo',
  body: z.object({ photo: z.string() }),
  example: { body: { photo: '' } },
  bodyLimit: 100 * 1024 * 1024,
  file: { types: ['image/png'], field: 'photo', maxBytes: 1000, tooLarge: 'image_too_large' },
});
const takeBytes = defineEndpoint({ ...takeNote, path: '/bytes', bodyAsBytes: true });
const needsSession = defineEndpoint({
  ...plainEndpoint,
  method: 'POST',
  path: '/private',
  ...forViewers,
  ...noMembers,
});
const ping = defineEndpoint({ ...plainEndpoint, method: 'GET', path: '/ping' });

/** How each upload ended that a handler tried to read completely. */
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

/** Short enough for fast tests, and long enough that a busy machine does not change the outcome. */
const quick = {
  headersMs: 600,
  tickMs: 20,
  graceMs: 300,
  bytesPerSecond: 100_000,
  bodyMs: 60_000,
  drainMs: 300,
};

const { log, lines } = recordLog('info');
const user = async () => {
  throw new AppError('no_session');
};
const [slow, hasty, standing] = [{}, quick, { ...quick, graceMs: 60_000, bodyMs: 300 }].map(
  (limits: Partial<ArrivalLimits>) => createRoutesServer({ routes, authenticators: { user }, log, limits }),
) as [FastifyInstance, FastifyInstance, FastifyInstance];
let requests = 0;
slow.server.on('request', () => {
  requests += 1;
});
const listen = (app: FastifyInstance) => app.listen({ host: '127.0.0.1', port: 0 });
const [slowUrl, hastyUrl, standingUrl] = [await listen(slow), await listen(hasty), await listen(standing)];
beforeEach(() => {
  ends = [];
  lines.length = 0;
});

const own = { 'sec-fetch-site': 'same-origin' };
const csv = { ...own, 'content-type': 'text/csv' };
const png = { ...own, 'content-type': 'image/png' };
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
  ['a file that its handler stops reading', 'PUT', '/refused', csv, 422],
  ['a file that its handler never reads', 'PUT', '/left', csv, 422],
  ['a body without a session', 'POST', '/private', asJson, 401],
  ['a body of the wrong type', 'POST', '/note', { ...own, 'content-type': 'text/plain' }, 415],
  ['a file for an endpoint without uploads', 'POST', '/note', csv, 415],
  ['a body for an unknown route', 'POST', '/none', asJson, 404],
  ['a body from another site', 'POST', '/note', { 'content-type': 'application/json' }, 403],
  ['a body for a malformed URL', 'POST', '/%zz', asJson, 400],
  ['a file that is too large', 'POST', '/photo', asJson, 413],
  ['a file that is too large as the body', 'POST', '/photo', png, 413],
  ['a file of the wrong type', 'POST', '/photo', { ...own, 'content-type': 'image/gif' }, 415],
  ['an image for an endpoint without files', 'POST', '/note', png, 415],
  ['a body that is too large', 'POST', '/bytes', asJson, 413],
  ['a body of a GET request', 'GET', '/ping', {}, 200],
];

describe.each(refusals)('%s', (_, method, path, headers, status) => {
  const content = path === '/photo' ? `{"photo":"${'A'.repeat(large)}` : 'a,b\n'.repeat(large / 4);

  it('gets a reply immediately, and so does the next request', async () => {
    const connection = openRaw(slowUrl);
    connection.send(rawHead(method, path, { ...headers, 'content-length': 10 * large }) + content);
    const answer = await connection.answer();
    expect(answer.status).toBe(status);
    await expectNextAnswer(slowUrl, connection, answer.headers.connection === 'close');
  });

  it('is ended with its connection if it never stops', async () => {
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

  it('with little left to send leaves the connection open, or announces that it closes', async () => {
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

it.each([
  ['that is not compressed', Buffer.alloc(1000, 'x'), 400],
  ['that decompresses beyond the limit', gzipSync(Buffer.alloc(50 * 1024 * 1024)), 413],
])('a gzip body %s gets a reply, and so does the next request', async (_, content, status) => {
  const connection = openRaw(slowUrl);
  const headers = { ...asJson, 'content-encoding': 'gzip', 'content-length': content.length + 100_000 };
  connection.send(rawHead('POST', '/packed', headers));
  connection.send(content);
  const answer = await connection.answer();
  expect(answer.status).toBe(status);
  await expectNextAnswer(slowUrl, connection, answer.headers.connection === 'close');
});

/** Sends one byte at a time until the connection is closed. */
async function drip(connection: RawConnection, text: string): Promise<void> {
  for (let index = 0; !connection.isClosed(); index = (index + 1) % text.length) {
    connection.send(text.charAt(index));
    await delay(10);
  }
}

const arriving: [string, string, string, Record<string, string>][] = [
  ['a file', 'PUT', '/file', csv],
  ['a body', 'POST', '/note', asJson],
  ['a photo', 'POST', '/photo', asJson],
  ['a photo as the body', 'POST', '/photo', png],
  ['a raw body', 'POST', '/bytes', asJson],
  ['a compressed body', 'POST', '/packed', asJson],
];

describe.each(arriving)('%s that trickles in', (_, method, path, headers) => {
  it.each([
    ['slower than the minimum rate', () => hastyUrl],
    ['for longer than the time limit', () => (path === '/file' ? hastyUrl : standingUrl)],
  ])('%s is aborted with an error reply', async (_name, url) => {
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

it('headers that trickle in are aborted with an error reply', async () => {
  const connection = openRaw(hastyUrl);
  connection.send('GET /ping HTTP/1.1\r\nhost: ');
  const dripping = drip(connection, 'x');
  const answer = await connection.answer();
  expect(answer.status).toBe(408);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'upload_too_slow' });
  await connection.closed();
  await dripping;
});

it('an upload that stalls is aborted, however much has already arrived', async () => {
  const connection = openRaw(standingUrl);
  connection.send(rawHead('PUT', '/file', { ...csv, 'content-length': 10 * large }) + 'x'.repeat(large));
  expect((await connection.answer()).status).toBe(408);
  await waitUntil('its reader is told', () => ends.includes('broken off'));
});

it('an upload at the minimum rate is accepted, however long it takes', async () => {
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

it.each(arriving)(
  'a client that disconnects in the middle of %s is logged as a client disconnect, not as a server error',
  async (_, method, path, headers) => {
    const before = requests;
    const connection = openRaw(slowUrl);
    connection.send(`${rawHead(method, path, { ...headers, 'content-length': 1000 })} {`);
    await waitUntil('it arrives', () => requests === before + 1);
    connection.socket.destroy();
    await waitUntil('it is noted', () => lines.length > 0);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 30, route: path, status: 499 }),
    ]);
  },
);
