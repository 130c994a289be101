import { connect } from 'node:net';
import { defineEndpoint, noContent } from '@warranty/contracts/endpoint';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { waitUntil } from '../../../test/wait-until.ts';
import { arrivalLimits, watchArrivals } from './arriving-bodies.ts';
import { sendError, toAppError } from './error-reply.ts';
import { createFileReceiver, type ReceivedFile } from './received-file.ts';

const maxBytes = 1_000_000;
const endpoint = defineEndpoint({
  method: 'POST',
  path: '/',
  access: 'public',
  summary: 'Take a photo',
  body: z.object({ photo: z.string(), name: z.optional(z.string()) }),
  bodyLimit: 10 * maxBytes,
  base64File: { field: 'photo', maxBytes, tooLarge: 'image_too_large' },
  reply: noContent,
  errors: [],
});

let startedAt = 0;
const answers: (() => void)[] = [];
const failures: Error[] = [];
const files: (ReceivedFile | null)[] = [];
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  const receiver = createFileReceiver({ highWaterMark: maxBytes, idleMs: 60_000 });
  app = Fastify();
  watchArrivals(app, arrivalLimits);
  app.setErrorHandler((error: Error, _request, reply) => {
    failures.push(error);
    return sendError(reply, toAppError(error, 0));
  });
  app.post('/', {
    bodyLimit: endpoint.bodyLimit,
    preParsing: (request, reply, payload) => {
      startedAt += 1;
      return receiver.receive(endpoint, request, reply, payload);
    },
    handler: async (request) => {
      files.push(receiver.fileOf(request));
      const { name } = request.body as { name?: string };
      if (name === 'slow') await new Promise<void>((resolve) => answers.push(resolve));
      return request.body;
    },
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const send = (body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const photoOf = (bytes: number) => Buffer.alloc(bytes, 'photo').toString('base64');

/** Starts a request whose photo has begun to arrive but is not complete. */
async function openUpload() {
  const text = photoOf(900_000);
  const before = startedAt;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const length = '{"photo":""}'.length + text.length;
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}`;
  socket.write(`${head}\r\n\r\n{"photo":"${text}`);
  await waitUntil('it began', () => startedAt > before);
  return socket;
}

describe('a file inside a JSON body', () => {
  it.each([0, 1, 2, 3, 393_215, 393_216, 393_217, maxBytes])(
    'of %i bytes arrives completely',
    async (bytes) => {
      const response = await send({ photo: photoOf(bytes), name: 'é"\\' });
      expect(await response.json()).toEqual({ photo: '', name: 'é"\\' });
      const file = files.at(-1);
      expect(file?.length).toBe(bytes);
      expect(Buffer.concat(file?.segments ?? [])).toEqual(Buffer.alloc(bytes, 'photo'));
    },
  );

  it('may be omitted', async () => {
    expect(await (await send({ name: 'none' })).json()).toEqual({ name: 'none' });
    expect(files.at(-1)).toBeNull();
  });

  it.each([maxBytes + 1, 7 * maxBytes])(
    'is rejected with %i bytes, and the client receives the reply',
    async (bytes) => {
      const response = await send({ photo: photoOf(bytes) });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: 'image_too_large' });
    },
  );

  it('waits in its socket above the high-water mark, unless it is small or the oldest', async () => {
    const holding = send({ photo: photoOf(maxBytes), name: 'slow' });
    await waitUntil('it is held', () => answers.length === 1);
    const oldest = await openUpload();
    let isThere = false;
    const later = send({ photo: photoOf(900_000), name: 'later' }).then(() => {
      isThere = true;
    });
    for (let beat = 0; beat < 20; beat += 1)
      expect((await send({ photo: photoOf(300_000) })).status).toBe(200);
    expect(isThere).toBe(false);
    oldest.end('"}');
    await later;
    answers.pop()?.();
    expect((await holding).status).toBe(200);
  });

  it('frees its slot when the client disconnects in the middle', async () => {
    const holding = send({ photo: photoOf(maxBytes), name: 'slow' });
    await waitUntil('it is held', () => answers.length === 1);
    const before = failures.length;
    const leaving = await openUpload();
    const later = send({ photo: photoOf(900_000), name: 'later' });
    leaving.destroy();
    await waitUntil('its end is noticed', () => failures.length > before);
    expect(failures.at(-1)).toMatchObject({ code: 'invalid_request' });
    expect((await later).status).toBe(200);
    answers.pop()?.();
    expect((await holding).status).toBe(200);
  });
});
