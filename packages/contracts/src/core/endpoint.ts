import * as z from 'zod/mini';
import type { Guard } from '../access.ts';
import type { AuditAction } from '../audit-actions.ts';
import type { EndpointGroup } from './endpoint-groups.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type JsonReply<S extends z.ZodMiniType = z.ZodMiniType> = {
  kind: 'json';
  status: number;
  schema: S;
  /** The status may also be 202: the work continues, and the body has only part of the result. */
  orAccepted?: true;
  /** The handler returns the serialized bytes, because the reply is too large to be filtered on the main thread. */
  written?: true;
};
export type EmptyReply = { kind: 'empty'; status: 204 };
/** A body that is not filtered by a schema: a page, a script, a streamed file. */
export type RawReply = {
  kind: 'raw';
  status: 200;
  contentType: string;
  /** Types that the handler may set instead. */
  otherTypes?: readonly string[];
};
export type Reply = JsonReply | EmptyReply | RawReply;

/** A file that is the body itself, or base64 in a field of a JSON body. The handler receives it as it was sent. */
export interface BodyFile {
  /** Content types of a body that is the file itself. */
  readonly types: readonly string[];
  /** Field of a JSON body. */
  readonly field: string;
  /** Size of the file itself. */
  readonly maxBytes: number;
  /** The error for a larger file. */
  readonly tooLarge: ErrorCode;
}

/** Who may call is a part of it: what is missing does not compile. `docs/access.md` lists it. */
export type Endpoint = Guard & EndpointParts;

interface EndpointParts {
  readonly method: Method;
  /** OpenAPI format: `/api/things/{thingId}`. */
  readonly path: string;
  readonly group: EndpointGroup;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** A call that is accepted, for the reference and for tests. About `exampleSerial` where it names a device. */
  readonly example?: {
    readonly params?: Record<string, unknown>;
    readonly query?: Record<string, unknown>;
    readonly body?: unknown;
  };
  /** In bytes; the server's default applies if omitted. */
  readonly bodyLimit?: number;
  /** Maximum number of JSON members and items in the body; the server's default applies if omitted. */
  readonly maxValues?: number;
  /** The handler makes every string of the body storable. Other endpoints reject strings that contain NUL. */
  readonly cleansText?: true;
  /** The body may be compressed with gzip; the limit applies to the decompressed size. */
  readonly gzip?: true;
  /** The body is a file of one of these content types, streamed to the handler; it has no schema. */
  readonly upload?: readonly string[];
  readonly file?: BodyFile;
  /** The body is too large to be parsed on the main thread: the handler receives its bytes and parses them elsewhere. */
  readonly bodyAsBytes?: true;
  /** A body of more than 256 KB, or with too many values, is passed on as text and parsed elsewhere. */
  readonly largeBodyAsText?: true;
  readonly reply: Reply;
  /** Error codes in addition to those of every endpoint (errors.ts, `commonErrors`). */
  readonly errors: readonly ErrorCode[];
  /** The members that bodies of errors have in addition to those of `errorReply`. */
  readonly errorBodies?: Partial<Record<ErrorCode, z.ZodMiniObject>>;
  /** The reply contains data that a user would not want on a shared screen. */
  readonly sensitive?: boolean;
  /** What a call replaces or ends for good, in sentences for the user. The API reference asks before it sends one. */
  readonly replaces?: string;
  /** The audit event that a successful call leaves. Null on a method other than GET that changes nothing of the owner's. */
  readonly audit?: AuditAction | null;
}

type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T;

/** Examples have the types of the schemas. What else a path names exists only on a server, so tests create it. */
type WithExample<E extends Endpoint> = {
  readonly example?: {
    readonly params?: Partial<InputOf<E['params']>>;
    readonly query?: InputOf<E['query']>;
    readonly body?: ReadonlyDeep<InputOf<E['body']>>;
  };
} & (E['body'] extends z.ZodMiniType
  ? { readonly example: { readonly body: ReadonlyDeep<Exclude<InputOf<E['body']>, undefined>> } }
  : unknown);

export function defineEndpoint<const E extends Endpoint>(endpoint: E & WithExample<E>): E {
  return endpoint;
}

export function json<S extends z.ZodMiniType>(schema: S, status = 200): JsonReply<S> {
  return { kind: 'json', status, schema };
}

/** For replies of many megabytes, which are serialized elsewhere with the same schema. */
export function largeJson<S extends z.ZodMiniType>(schema: S): JsonReply<S> & { written: true } {
  return { kind: 'json', status: 200, schema, written: true };
}

/** 200 with the complete result, or 202 with the part that links to it; serialized elsewhere with the same schema. */
export function largeJsonOrAccepted<S extends z.ZodMiniType>(
  schema: S,
): JsonReply<S> & { written: true; orAccepted: true } {
  return { kind: 'json', status: 200, schema, written: true, orAccepted: true };
}

/** Third-party JSON that is passed through: the only part of a reply that no schema filters. */
export const passthroughJson = z.unknown().check(z.describe('Any JSON'));

export const noContent: EmptyReply = { kind: 'empty', status: 204 };

export function raw(contentType: string, otherTypes: readonly string[] = []): RawReply {
  return { kind: 'raw', status: 200, contentType, otherTypes };
}

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

/** Parsed and typed input of a handler. */
export type Parsed<E extends Endpoint> = {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: E['bodyAsBytes'] extends true
    ? undefined
    :
        | OutputOf<E['body']>
        | (E['largeBodyAsText'] extends true ? string : never)
        | (E['file'] extends object ? undefined : never);
};

type InputPart = 'params' | 'query' | 'body';

/** Input of a call: only the parts that the endpoint accepts. A body may be optional. */
export type CallInput<E extends Endpoint> = {
  [K in InputPart as undefined extends InputOf<E[K]> ? never : K]: InputOf<E[K]>;
} & {
  [K in InputPart as undefined extends InputOf<E[K]>
    ? InputOf<E[K]> extends undefined
      ? never
      : K
    : never]?: Exclude<InputOf<E[K]>, undefined>;
};

export type ReplyOf<E extends Endpoint> = E['reply'] extends JsonReply<infer S> ? z.output<S> : undefined;
