import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../log.ts';
import { AppError } from './app-error.ts';
import { errorBody } from './error-reply.ts';
import { type DrainLimits, linger } from './linger.ts';

/** Node's own bound of what may stand beside the chunks of a body. */
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

/** Answers what is not HTTP, or too much of it: such a request never becomes one, so no hook and no route meets it. */
export function answerUnreadable({ headers, limits, log }: UnreadableOptions) {
  return (thrown: NodeJS.ErrnoException, socket: Socket): void => {
    // Node's own name for the answer under way: into the middle of one nothing else can be written.
    const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
    if (thrown.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
      socket.destroy();
      return;
    }
    const error = toAppError(thrown.code);
    // Where the sender only stopped in the middle, its request is noted like any other.
    if (thrown.code !== 'HPE_INVALID_EOF_STATE')
      log.info({ status: error.status, reason: thrown.code }, 'unreadable request');
    socket.write(toText(error, headers));
    linger(socket, limits);
  };
}
