import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { startCanary } from '../../../test/canary.ts';
import { createBlockedCounter, createGuardedClient } from './guarded-client.ts';

let answer: RequestListener;
const server = await startCanary((request, response) => answer(request, response));
const origin = `http://127.0.0.1:${server.port}`;

const send = (timeoutMs = 10_000) =>
  createGuardedClient({ operatorOrigins: [origin], countBlocked: createBlockedCounter(new Registry()) }).send(
    {
      method: 'GET',
      url: origin,
      headers: {},
      timeoutMs,
      fromCatalog: true,
      followRedirects: true,
    },
  );
const sentence = () =>
  send().then(
    ({ text }) => `${text.length} characters`,
    (error: Error) => error.message,
  );

const megabyte = 1024 * 1024;
const tooLarge = 'The response is larger than 5 MB.';
const cannotUnpack = 'The response uses an unsupported or invalid compression.';
const packed = (encoding: string, body: Buffer) => {
  answer = (_, response) => response.setHeader('content-encoding', encoding).end(body);
};

describe('a compressed reply that is too large', () => {
  const zeros = Buffer.alloc(200 * megabyte);
  const bombs: [string, () => Buffer][] = [
    ['gzip', () => gzipSync(zeros)],
    ['deflate', () => deflateSync(zeros)],
    ['br', () => brotliCompressSync(zeros, { params: { 1: 1 } })],
  ];

  it.each(bombs)('is cut off at 5 MB, in bounded memory: %s', { timeout: 30_000 }, async (encoding, bomb) => {
    const body = bomb();
    expect(body.length).toBeLessThan(megabyte);
    packed(encoding, body);
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss() - before);
    }, 5);
    expect(await sentence()).toBe(tooLarge);
    clearInterval(watch);
    expect(Math.max(most, process.memoryUsage.rss() - before)).toBeLessThan(64 * megabyte);
  });

  it.each([
    ['gzip', 5 * megabyte, '5242880 characters'],
    ['gzip', 5 * megabyte + 1, tooLarge],
    ['br', 5 * megabyte, '5242880 characters'],
  ])('is measured to the byte: %s of %i', async (encoding, length, reason) => {
    const body = Buffer.alloc(length, 'a');
    packed(encoding, encoding === 'br' ? brotliCompressSync(body) : gzipSync(body));
    expect(await sentence()).toBe(reason);
  });
});

describe('a reply', () => {
  it.each([
    [5 * megabyte, true, '5242880 characters'],
    [5 * megabyte + 1, true, tooLarge],
    [5 * megabyte + 1, false, tooLarge],
    [50 * megabyte, false, tooLarge],
  ])(
    'of %i bytes, with a declared length: %s, is read up to the limit',
    async (length, announced, reason) => {
      answer = (_, response) => {
        if (announced) response.setHeader('content-length', length);
        response.write(Buffer.alloc(length - 1, 'a'));
        response.end('a');
      };
      expect(await sentence()).toBe(reason);
    },
  );

  it.each([
    ['gzip', gzipSync('hello').subarray(0, 12), cannotUnpack],
    ['gzip', Buffer.from('not gzip at all'), cannotUnpack],
    ['br', Buffer.from([255, 255, 255, 255]), cannotUnpack],
    ['gzip, gzip', gzipSync(gzipSync('hello')), cannotUnpack],
    ['zstd', zstdCompressSync('hello'), cannotUnpack],
    ['compress', Buffer.from('hello'), cannotUnpack],
    ['GZIP', gzipSync('hello'), '5 characters'],
    ['identity', Buffer.from('hello'), '5 characters'],
    ['gzip', Buffer.alloc(0), '0 characters'],
  ])('with the encoding %s is decompressed or rejected', async (encoding, body, reason) => {
    packed(encoding, body);
    expect(await sentence()).toBe(reason);
  });

  it.each([
    ['text/plain; charset=iso-8859-1', Buffer.from([0xe9]), 'é'],
    ['text/plain; charset="utf-8"', Buffer.from('é'), 'é'],
    ['text/plain; charset=made-up', Buffer.from('é'), 'é'],
    ['text/html', Buffer.from('<script>x</script>'), '<script>x</script>'],
  ])('is decoded as %s', async (type, body, text) => {
    answer = (_, response) => response.setHeader('content-type', type).end(body);
    expect((await send()).text).toBe(text);
  });

  it('may have 64 KB of headers, and no more', async () => {
    const write =
      (count: number): RequestListener =>
      (_, response) => {
        for (let index = 0; index < count; index += 1) response.setHeader(`x-${index}`, 'a'.repeat(1000));
        response.end('x');
      };
    answer = write(60);
    expect(await sentence()).toBe('1 characters');
    answer = write(80);
    expect(await sentence()).toBe('The response headers are larger than 64 KB.');
  });
});

it.each<[string, RequestListener]>([
  ['bytes', (_, response) => drip(response, () => response.write('a'))],
  ['nothing', () => undefined],
  [
    'headers that never end',
    (_, response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      drip(response, () => response.socket?.write('x-a: b\r\n'));
    },
  ],
])(
  'a reply that trickles in is aborted at the timeout, and its connection closed: %s',
  async (_, listener) => {
    let closed = false;
    answer = (request, response) => {
      request.socket.on('close', () => {
        closed = true;
      });
      listener(request, response);
    };
    const startedAt = performance.now();
    await expect(send(300)).rejects.toThrow('No response: timed out after 0.3 seconds.');
    expect(performance.now() - startedAt).toBeLessThan(3000);
    await expect.poll(() => closed).toBe(true);
  },
);

async function drip(response: { destroyed: boolean }, write: () => unknown): Promise<void> {
  while (!response.destroyed) {
    write();
    await delay(20);
  }
}
