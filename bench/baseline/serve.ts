import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';

/** Answers the text of a request by calling `send` once. */
type Respond = (text: string, request: IncomingMessage, send: (body: string) => void) => void;

const gatheredLength = 16 << 10;

/** Bare node:http with the headers and the log line of the product, which is gathered as there. */
export function serve(port: string | undefined, headersJson: string | undefined, respond: Respond): void {
  const headers = Object.entries<string>(JSON.parse(headersJson ?? '{}')).flat();
  const note = createLog();

  createServer((request, response) => {
    const startedAt = performance.now();
    let received: Buffer | null = null;
    request.on('data', (chunk: Buffer) => {
      received = received === null ? chunk : Buffer.concat([received, chunk]);
    });
    request.on('end', () =>
      respond(String(received), request, (body) => {
        const requestId = randomUUID();
        const ownHeaders = ['x-request-id', requestId, 'content-length', String(Buffer.byteLength(body))];
        response.writeHead(200, [...headers, ...ownHeaders]);
        response.end(body);
        const ms = Math.round((performance.now() - startedAt) * 10) / 10;
        note(
          `"role":"api","pid":${process.pid},"requestId":"${requestId}","method":"${request.method}","route":"${request.url}","status":200,"ms":${ms},"msg":"request"}\n`,
        );
      }),
    );
  }).listen(Number(port), '127.0.0.1', () => process.stderr.write('listening\n'));
}

/** Returns a function that writes a line, of which only the level and the time are missing. */
function createLog(): (rest: string) => void {
  let gathered = '';
  let stampedAt = 0;
  let start = '';
  const flush = () => {
    writeSync(1, gathered);
    gathered = '';
  };
  setInterval(() => gathered && flush(), 200).unref();
  return (rest) => {
    const now = Date.now();
    if (now !== stampedAt) {
      stampedAt = now;
      start = `{"level":30,"time":"${new Date(now).toISOString()}",`;
    }
    gathered += start + rest;
    if (gathered.length >= gatheredLength) flush();
  };
}
