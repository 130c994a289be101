import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Who may call. Every endpoint states it; a test pins the public ones by name. */
export type Access = 'public' | 'session' | 'bearer' | 'session-or-bearer' | 'agent';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type JsonReply<S extends z.ZodMiniType = z.ZodMiniType> = {
  kind: 'json';
  status: number;
  schema: S;
  /** May also be 202: the work goes on, and only a part of the answer is there. */
  orAccepted?: true;
  /** Its handler gives the bytes: it is too large to be filtered where requests are answered. */
  written?: true;
};
export type EmptyReply = { kind: 'empty'; status: 204 };
/** A body that is not filtered by a schema: a page, a script, a streamed file. */
export type RawReply = { kind: 'raw'; status: 200; contentType: string };
export type Reply = JsonReply | EmptyReply | RawReply;

/** A member of the body that is a file in base64. It is decoded as it arrives, so a large one is never held as text. */
export interface Base64File {
  readonly field: string;
  /** Of the file itself. */
  readonly maxBytes: number;
  /** What is answered to a larger one. */
  readonly tooLarge: ErrorCode;
}

export interface Endpoint {
  readonly method: Method;
  /** OpenAPI form: `/api/things/{thingId}`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** Bytes; without it the server's default counts. */
  readonly bodyLimit?: number;
  /** Members and items that the body may hold as JSON; without it the server's default counts. */
  readonly maxValues?: number;
  /** Its handler makes every text of the body storable; elsewhere a text with a NUL in it is refused. */
  readonly cleansText?: true;
  /** The body may come packed with gzip; the limit counts what it unpacks to. */
  readonly gzip?: true;
  /** The body is a file of this type, handed on as it arrives; it has no schema. */
  readonly upload?: string;
  readonly base64File?: Base64File;
  /** The body is too large to be parsed where requests are answered: its bytes are handed on, and parsed elsewhere. */
  readonly bodyAsBytes?: true;
  /** A body beyond 256 KB, or with too many values, is handed on as text and parsed elsewhere. */
  readonly largeBodyAsText?: true;
  readonly reply: Reply;
  /** Codes beyond those every endpoint may answer (errors.ts, `commonErrors`). */
  readonly errors: readonly ErrorCode[];
  /** The reply holds what a user would not want on a shared screen. */
  readonly sensitive?: boolean;
}

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

export function json<S extends z.ZodMiniType>(schema: S, status = 200): JsonReply<S> {
  return { kind: 'json', status, schema };
}

/** For answers of many megabytes, written elsewhere by the same schema. */
export function largeJson<S extends z.ZodMiniType>(schema: S): JsonReply<S> & { written: true } {
  return { kind: 'json', status: 200, schema, written: true };
}

/** 200 with the whole answer, or 202 with the part that says where to look for it; written elsewhere by the same schema. */
export function largeJsonOrAccepted<S extends z.ZodMiniType>(
  schema: S,
): JsonReply<S> & { written: true; orAccepted: true } {
  return { kind: 'json', status: 200, schema, written: true, orAccepted: true };
}

/** JSON of somebody else, handed on as it is: the one part of a reply that no schema filters. */
export const passthroughJson = z.unknown().check(z.describe('Any JSON'));

export const noContent: EmptyReply = { kind: 'empty', status: 204 };

export function raw(contentType: string): RawReply {
  return { kind: 'raw', status: 200, contentType };
}

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** What a handler receives: parsed and typed. */
export type Parsed<E extends Endpoint> = {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: E['bodyAsBytes'] extends true
    ? undefined
    : OutputOf<E['body']> | (E['largeBodyAsText'] extends true ? string : never);
};

/** What a caller gives: only the parts the endpoint takes. */
export type CallInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as undefined extends InputOf<E[K]> ? never : K]: InputOf<E[K]>;
};

export type ReplyOf<E extends Endpoint> = E['reply'] extends JsonReply<infer S> ? z.output<S> : undefined;
