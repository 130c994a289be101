import { once } from 'node:events';
import { connect } from 'node:net';
import { defineEndpoint, noContent } from '@warranty/contracts/core/endpoint';
import Fastify, { type onRequestHookHandler } from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { atEnd } from '../../../../test/at-end.ts';
import { noMembers, plainEndpoint } from '../../../../test/http-server.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { clientOf } from '../../fairness/client-key.ts';
import { sendError, toAppError } from '../replies/error-reply.ts';
import { arrivalLimits, watchArrivals } from './arriving-bodies.ts';
import { bodyLimitOf, createFileReceiver, type SentFile } from './received-file.ts';
import { acceptFiles } from './request-body.ts';

const maxBytes = 1_000_000;
const common = { ...plainEndpoint, method: 'POST', bodyLimit: 10 * maxBytes, reply: noContent } as const;
const endpoint = defineEndpoint({
  ...common,
  path: '/',
  body: z.object({ photo: z.string(), name: z.optional(z.string()) }),
  example: { body: { photo: '' } },
  file: { types: ['image/png'], field: 'photo', maxBytes, tooLarge: 'image_too_large' },
});
const bytesEndpoint = defineEndpoint({ ...common, ...noMembers, path: '/bytes', bodyAsBytes: true });

let startedAt = 0;
const answers: (() => void)[] = [];
const failures: Error[] = [];
const files: (SentFile | null)[] = [];
const identify: onRequestHookHandler = (request, _reply, done) => {
  request.client = clientOf(request.ip);
  done();
};

// The largest file as base64.
const receiver = createFileReceiver({ highWaterMark: (maxBytes * 4) / 3, idleMs: 60_000 });
const app = Fastify();
atEnd(() => app.close());
acceptFiles(app, [endpoint]);
watchArrivals(app, arrivalLimits);
app.setErrorHandler((error: Error, _request, reply) => {
  failures.push(error);
  return sendError(reply, toAppError(error, 0));
});
app.post('/', {
  bodyLimit: bodyLimitOf(endpoint),
  onRequest: identify,
  preParsing: (request, reply, payload) => {
    startedAt += 1;
    return receiver.receive(endpoint, request, reply, payload);
  },
  handler: async (request) => {
    const file = receiver.fileOf(endpoint.file, request);
    files.push(file);
    const { photo: _, ...body } = file?.contentType ? {} : (request.body as Record<string, unknown>);
    const { slow } = request.query as { slow?: string };
    if (slow) await new Promise<void>((resolve) => answers.push(resolve));
    return body;
  },
});
app.post('/bytes', {
  bodyLimit: bodyLimitOf(bytesEndpoint),
  onRequest: identify,
  preParsing: (request, reply, payload) => receiver.receive(bytesEndpoint, request, reply, payload),
  handler: () => new Promise<object>((resolve) => answers.push(() => resolve({}))),
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });

type Form = 'base64' | 'body';

const send = (body: string | Buffer, type: string, path = '') =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': type }, body });
const sendJson = (body: object, query?: string) => send(JSON.stringify(body), 'application/json', query);
const photoOf = (bytes: number) => Buffer.alloc(bytes, 'photo');
const sendPhoto = (form: Form, bytes: number, query?: string) =>
  form === 'body'
    ? send(photoOf(bytes), 'image/png', query)
    : sendJson({ photo: photoOf(bytes).toString('base64') }, query);
/** A body that is held until it is answered. */
const holdBytes = () => send(Buffer.alloc((maxBytes * 4) / 3 + 1, ' '), 'application/json', '/bytes');

/** Starts a request whose photo has begun to arrive but is not complete. */
async function openUpload(form: Form) {
  const photo = photoOf(900_000);
  const [type, body] =
    form === 'body' ? ['image/png', photo] : ['application/json', `{"photo":"${photo.toString('base64')}`];
  const before = startedAt;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length + 2}`;
  socket.write(`${head}\r\n\r\n`);
  socket.write(body);
  await waitUntil('it began', () => startedAt > before);
  return socket;
}

const sizes = [0, 1, 2, 3, 393_215, 393_216, 393_217, 524_287, 524_288, 524_289, maxBytes];

describe('a file inside a JSON body', () => {
  it.each(sizes)('of %i bytes arrives completely', async (bytes) => {
    const response = await sendJson({ photo: photoOf(bytes).toString('base64'), name: 'é"\\' });
    expect(await response.json()).toEqual({ name: 'é"\\' });
    const file = files.at(-1);
    const text = Buffer.concat(file?.segments ?? []).toString();
    expect(text).toBe(photoOf(bytes).toString('base64'));
    expect(file).toMatchObject({ contentType: null, length: text.length });
  });

  it('may be omitted', async () => {
    expect(await (await sendJson({ name: 'none' })).json()).toEqual({ name: 'none' });
    expect(files.at(-1)).toBeNull();
  });

  it('is not waited for if the body is large without it', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000';
    socket.write(`${head}\r\n\r\n${' '.repeat(300_000)}`);
    const [reply] = (await once(socket, 'data')) as [Buffer];
    expect(reply.toString()).toContain('413');
    socket.destroy();
  });
});

it.each(sizes)('a file as the body of %i bytes arrives completely', async (bytes) => {
  expect((await sendPhoto('body', bytes)).status).toBe(200);
  const file = files.at(-1);
  expect(file).toMatchObject({ contentType: 'image/png', length: bytes });
  expect(Buffer.concat(file?.segments ?? [])).toEqual(photoOf(bytes));
});

describe.each(['base64', 'body'] as const)('a file sent as %s', (form) => {
  it.each([maxBytes + 1, 7 * maxBytes])(
    'is rejected with %i bytes, and the client receives the reply',
    async (bytes) => {
      const response = await sendPhoto(form, bytes);
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: 'image_too_large' });
    },
  );

  it('waits in its socket above the high-water mark, unless it is small or the oldest', async () => {
    const holding = holdBytes();
    await waitUntil('it is held', () => answers.length === 1);
    const oldest = await openUpload(form);
    let isThere = false;
    const later = sendPhoto(form, 900_000).then(() => {
      isThere = true;
    });
    for (let beat = 0; beat < 20; beat += 1) expect((await sendPhoto(form, 300_000)).status).toBe(200);
    expect(isThere).toBe(false);
    oldest.end('"}');
    await later;
    answers.pop()?.();
    expect((await holding).status).toBe(200);
  });

  it('waits in its socket above the high-water mark until complete files are freed, unless it is small', async () => {
    const holding = [600_000, 380_000].map((bytes) => sendPhoto(form, bytes, '?slow=yes'));
    await waitUntil('they are held', () => answers.length === 2);
    let isThere = false;
    const later = sendPhoto(form, 900_000).then(() => {
      isThere = true;
    });
    expect((await sendPhoto(form, 300_000)).status).toBe(200);
    expect(isThere).toBe(false);
    for (const answer of answers.splice(0)) answer();
    await later;
    for (const each of holding) expect((await each).status).toBe(200);
  });

  it('frees its slot when the client disconnects in the middle', async () => {
    const holding = holdBytes();
    await waitUntil('it is held', () => answers.length === 1);
    const before = failures.length;
    const leaving = await openUpload(form);
    const later = sendPhoto(form, 900_000);
    leaving.destroy();
    await waitUntil('its end is noticed', () => failures.length > before);
    expect(failures.at(-1)).toMatchObject({ code: 'invalid_request' });
    expect((await later).status).toBe(200);
    answers.pop()?.();
    expect((await holding).status).toBe(200);
  });
});
