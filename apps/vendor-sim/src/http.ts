// A call and its reply as data, and functions to send a reply.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
  /** Close the connection in the middle of the body, reset it without a reply, or never reply. */
  how?: 'cut' | 'reset' | 'hang';
}

/** An invalid request. The reply has this status. */
export class RefusalError extends Error {
  status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Decodes a path segment. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new RefusalError(400, `the path cannot be read: ${(cause as Error).message}`);
  }
}

/** The serials in a list that is separated by commas. */
export const serialsIn = (list: string): string[] =>
  list
    .split(',')
    .map((serial) => serial.trim().toUpperCase())
    .filter((serial) => serial !== '');

const BODY_LIMIT = 1_000_000;

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  };
}

export const HANGING: Answer = { ...json(200, null), how: 'hang' };
export const RESET: Answer = { status: 0, body: '', headers: {}, how: 'reset' };

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new RefusalError(413, `more than ${BODY_LIMIT} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns true if the reply was truncated or left out on purpose. */
export function send(response: ServerResponse, { status, body, headers, how }: Answer): boolean {
  if (how === 'hang' || response.destroyed) return false;
  if (how === 'reset') {
    response.socket?.resetAndDestroy();
    return true;
  }
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': bytes.length }) });
  if (how !== 'cut') {
    response.end(bytes);
    return false;
  }
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
  return true;
}
