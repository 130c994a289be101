import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../log.ts';
import { AppError } from './app-error.ts';
import { type DrainLimits, linger } from './linger.ts';
import { errorBody } from './replies/error-reply.ts';

/** Node's own limit for chunk extensions. */
const chunkExtensionBytes = 16 * 1024;

function toAppError(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('upload_too_slow');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new AppError('body_too_large', { values: { limit: chunkExtensionBytes } });
  return new AppError('invalid_request');
}

function toText(error: AppError, headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(errorBody(error));
  const lines = Object.entries({
    ...headers,
    'x-request-id': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`;
}

export interface UnreadableOptions {
  headers: Readonly<Record<string, string>>;
  limits: DrainLimits;
  log: Log;
}

/** Replies to data that is not HTTP or exceeds its limits. It never becomes a request, so no hook or route sees it. */
export function answerUnreadable({ headers, limits, log }: UnreadableOptions) {
  return (thrown: NodeJS.ErrnoException, socket: Socket): void => {
    // Node's internal name for the reply in progress. Nothing else can be written in the middle of one.
    const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
    if (thrown.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
      socket.destroy();
      return;
    }
    const error = toAppError(thrown.code);
    // If the client only stopped in the middle, its request is logged like any other.
    if (thrown.code !== 'HPE_INVALID_EOF_STATE')
      log.info({ status: error.status, reason: thrown.code }, 'unreadable request');
    socket.write(toText(error, headers));
    linger(socket, limits);
  };
}
