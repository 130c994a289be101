import { defineEndpoint } from '@warranty/contracts/core/endpoint';
import { describe, expect, it } from 'vitest';
import { createRoutesServer, noMembers, plainEndpoint } from '../../../test/http-server.ts';
import { openRaw, rawHead } from '../../../test/raw-connection.ts';
import { securityHeaders } from './headers.ts';
import { route } from './route.ts';

const takeNote = defineEndpoint({ ...plainEndpoint, ...noMembers, method: 'POST', path: '/note' });
const readPage = defineEndpoint({ ...plainEndpoint, method: 'GET', path: '/page' });
const app = createRoutesServer({
  routes: [route(takeNote, () => ({})), route(readPage, () => ({}))],
  limits: { drainMs: 200 },
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });

const chunked = rawHead('POST', '/note', {
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
  'transfer-encoding': 'chunked',
});

const requests: [string, string, number, string][] = [
  ['text that is not HTTP', 'hello\r\n\r\n', 400, 'invalid_request'],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'invalid_request'],
  ['an incomplete request line', 'GET\r\n\r\n', 400, 'invalid_request'],
  ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400, 'invalid_request'],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nhost: localhost:3000\r\nx: a\0b\r\n\r\n', 400, 'invalid_request'],
  [
    'two content lengths',
    rawHead('POST', '/note', { 'content-length': '1\r\ncontent-length: 2' }),
    400,
    'invalid_request',
  ],
  [
    'headers that are too large',
    rawHead('GET', '/page', { x: 'x'.repeat(20_000) }),
    431,
    'headers_too_large',
  ],
  [
    'headers that are far too large',
    rawHead('GET', '/page', { x: 'x'.repeat(5_000_000) }),
    431,
    'headers_too_large',
  ],
  ['a URL that is too long', rawHead('GET', `/page?${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
  ['an invalid chunk size', `${chunked}zz\r\n`, 400, 'invalid_request'],
  ['a chunk extension that is too large', `${chunked}1;${'x'.repeat(20_000)}\r\n`, 413, 'body_too_large'],
  ['no host header', 'GET /page HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
];

describe.each(requests)('a request with %s', (_, text, status, code) => {
  it('gets a reply like any other', async () => {
    const connection = openRaw(url);
    connection.send(text);
    const answer = await connection.answer();
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String), code });
    expect(answer.headers).toMatchObject({
      ...securityHeaders({ https: false, inlineScriptHashes: [] }),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    connection.socket.end();
    await connection.closed();
  });
});

it('an unreadable request after a reply on the same connection gets an error reply', async () => {
  const connection = openRaw(url);
  connection.send(rawHead('GET', '/page'));
  expect((await connection.answer()).status).toBe(200);
  connection.send('hello\r\n\r\n');
  const answer = await connection.answer();
  expect([answer.status, answer.headers.connection]).toEqual([400, 'close']);
  await connection.closed();
});

it('an unknown expectation is not rejected', async () => {
  const connection = openRaw(url);
  connection.send(rawHead('GET', '/page', { expect: 'wonders' }));
  expect((await connection.answer()).status).toBe(200);
  connection.socket.destroy();
});

it('a client that disconnects immediately has no effect on others', async () => {
  for (const text of ['', 'G', 'GET / HTTP/1.1\r\n', chunked]) {
    const connection = openRaw(url);
    connection.socket.resetAndDestroy();
    connection.send(text);
    await connection.closed();
  }
  const connection = openRaw(url);
  connection.send(rawHead('GET', '/page'));
  expect((await connection.answer()).status).toBe(200);
  connection.socket.destroy();
});
