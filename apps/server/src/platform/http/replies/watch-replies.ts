import { Readable } from 'node:stream';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import type { FastifyInstance } from 'fastify';
import type { OpenRequests } from '../open-requests.ts';
import { sharerOf } from '../request-sharer.ts';
import { createUnreadReplies, type UnreadLimits } from './unread-replies.ts';

const kilobyte = 1024;
/** Smaller replies are not counted: a client can have a limited number of them. */
const countedBytes = 16 * kilobyte;
/**
 * Larger replies are written in pieces of this size. One write would show no progress until all of it is read, and a client with
 * a slow connection would be taken for one that does not read.
 */
const pieceBytes = 32 * kilobyte;

/** About what a reply takes in memory until it is sent. */
const expectedBytes = { written: 8 * kilobyte * kilobyte, raw: 2 * kilobyte * kilobyte, other: 0 };

export function expectedReplyBytes({ reply }: Endpoint): number {
  if (reply.kind === 'raw') return expectedBytes.raw;
  return reply.kind === 'json' && reply.written ? expectedBytes.written : expectedBytes.other;
}

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes);
}

/** Counts what is sent, and ends replies that are not read. */
export function watchReplies(app: FastifyInstance, limits: UnreadLimits, openRequests: OpenRequests) {
  const unread = createUnreadReplies(limits, openRequests.all);
  const timer = setInterval(() => unread.look(performance.now()), limits.tickMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string';
    if (!request.open || !(isText || Buffer.isBuffer(payload)) || payload.length <= countedBytes) {
      done();
      return;
    }
    const body = isText ? Buffer.from(payload) : payload;
    unread.count(request.open, sharerOf(request), body.length);
    if (body.length <= pieceBytes) {
      done(null, body);
      return;
    }
    reply.header('content-length', body.length);
    done(null, Readable.from(piecesOf(body), { objectMode: false, highWaterMark: pieceBytes }));
  });
  return unread;
}
