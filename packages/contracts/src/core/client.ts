import type { CallInput, Endpoint, ReplyOf } from './endpoint.ts';
import type { ErrorCode, ErrorReply } from './errors.ts';

export interface ClientOptions {
  /** Empty in the browser, for the same origin. */
  baseUrl?: string;
  headers?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
}

/** A reply that is not OK. The message is `{status}: {response text}`, with the status text if the body is empty. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** The message from the error catalog, if the server sent one. */
  readonly serverMessage: string | undefined;
  readonly requestId: string | null;

  constructor(response: Response, text: string) {
    super(`${response.status}: ${text || response.statusText}`);
    this.name = 'RequestError';
    this.status = response.status;
    const { code, error } = parseErrorReply(text);
    // A proxy may reply with its own JSON, so only strings are accepted.
    this.code = typeof code === 'string' ? (code as ErrorCode) : undefined;
    this.serverMessage = typeof error === 'string' ? error : undefined;
    this.requestId = response.headers.get('x-request-id');
  }
}

function parseErrorReply(text: string): { [K in keyof ErrorReply]?: unknown } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** Fills `{name}` in a path, each value encoded as one segment. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '');
    // These three lead to another path, and encoding does not help: browsers resolve %2e%2e too.
    if (['', '.', '..'].includes(value)) throw new Error(`${name} cannot be a part of the path ${path}`);
    return encodeURIComponent(value);
  });
}

function queryString(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text && `?${text}`;
}

type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: keyof CallInput<E> extends never ? [] : [CallInput<E>]
) => Promise<ReplyOf<E>>;

/** Returns a function that calls any endpoint by its contract. */
export function createClient(options: ClientOptions = {}): Call {
  const { baseUrl = '', headers = {}, fetch = globalThis.fetch } = options;
  return async (endpoint, ...input) => {
    const { params, query, body } = (input[0] ?? {}) as LooseInput;
    const response = await fetch(baseUrl + fillPath(endpoint.path, params) + queryString(query), {
      method: endpoint.method,
      credentials: 'include',
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new RequestError(response, await response.text());
    const reply = endpoint.reply.kind === 'json' ? await response.json() : undefined;
    return reply as ReplyOf<typeof endpoint>;
  };
}
