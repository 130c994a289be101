import type { Readable } from 'node:stream';
import type { Endpoint, Parsed, RawReply, ReplyOf } from '@warranty/contracts/core/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../ownership/caller.ts';
import type { ReceivedFile, SentFile } from './bodies/received-file.ts';
import { packPage, sendPage } from './pages/packed-page.ts';
import type { ReplyPieces } from './replies/streamed-reply.ts';

type RawBody = string | Buffer | Readable | ReplyPieces;

export interface Call<E extends Endpoint> extends Parsed<E> {
  /** The file as a stream, if the endpoint takes an upload. */
  upload: E['upload'] extends readonly string[] ? Readable : null;
  /** The file from the body, if the endpoint takes one; null if it was omitted. */
  file: E['file'] extends object ? SentFile | null : null;
  /** The raw body, if the endpoint takes it unparsed. */
  bytes: E['bodyAsBytes'] extends true ? ReceivedFile : null;
  caller: E['access'] extends 'public' ? null : Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A handler of raw replies may have sent one itself, for example a 304. */
type ReplyBody<E extends Endpoint> = E['reply'] extends { kind: 'raw' }
  ? RawBody | FastifyReply
  : E['reply'] extends { written: true }
    ? RawBody
    : ReplyOf<E>;

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyBody<E>> | ReplyBody<E>;

/** An endpoint and its handler. */
export interface Route {
  endpoint: Endpoint;
  /** Called once, with the endpoints of all routes. */
  createHandler(endpoints: readonly Endpoint[]): (call: Call<Endpoint>) => unknown;
}

export function route<E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  return { endpoint, createHandler: () => handle as (call: Call<Endpoint>) => unknown };
}

/** A route that replies with a document about all routes. */
export function documentRoute<E extends Endpoint>(
  endpoint: E,
  describe: (endpoints: readonly Endpoint[]) => ReplyBody<E>,
): Route {
  return {
    endpoint,
    createHandler(endpoints) {
      const document = describe(endpoints);
      return () => document;
    },
  };
}

/** Like `documentRoute`, for a text that is large enough to be compressed. */
export function packedDocumentRoute(
  endpoint: Endpoint & { reply: RawReply },
  describe: (endpoints: readonly Endpoint[]) => string,
): Route {
  return {
    endpoint,
    createHandler(endpoints) {
      const document = packPage(describe(endpoints), endpoint.reply.contentType);
      return ({ request, reply }) => sendPage(request, reply, document);
    },
  };
}
