import type { Readable } from 'node:stream';
import type { Endpoint, Parsed, ReplyOf } from '@warranty/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReceivedFile } from './received-file.ts';

/** Who calls, as an authenticator found out. */
export interface Caller {
  userId: string;
  username: string;
}

type CallerOf<E extends Endpoint> = E['access'] extends 'public' ? null : Caller;
type RawBody = string | Buffer | Readable;

export interface Call<E extends Endpoint> extends Parsed<E> {
  /** The file, as it arrives, where the endpoint takes one. */
  upload: E['upload'] extends string ? Readable : null;
  /** The file that was in the body, where the endpoint takes one; null where it was left out. */
  file: E['base64File'] extends object ? ReceivedFile | null : null;
  /** The body itself, where the endpoint takes it unparsed. */
  bytes: E['bodyAsBytes'] extends true ? ReceivedFile : null;
  caller: CallerOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type ReplyBody<E extends Endpoint> = E['reply'] extends { kind: 'raw' } | { written: true }
  ? RawBody
  : ReplyOf<E>;

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyBody<E>> | ReplyBody<E>;

/** An endpoint with what answers it. */
export interface Route {
  endpoint: Endpoint;
  handle: (call: Call<Endpoint>) => unknown;
}

export function route<E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  return { endpoint, handle: handle as Route['handle'] };
}
