import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';

/** Answers the text of a request by calling `send` once. */
type Respond = (text: string, request: IncomingMessage, send: (body: string) => void) => void;

/** Bare node:http with the headers and the log line of the product, which is buffered as there. */
export function serve(port: string | undefined, headersJson: string | undefined, respond: Respond): void {
  const headers: Record<string, string> = JSON.parse(headersJson ?? '{}');
  const log = createWriteStream('/dev/stdout', { fd: 1 });
  let buffered = '';
  const flush = () => {
    log.write(buffered);
    buffered = '';
  };
  setInterval(() => buffered && flush(), 200).unref();

  createServer((request, response) => {
    const startedAt = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      respond(Buffer.concat(chunks).toString(), request, (body) => {
        const requestId = randomUUID();
        response.writeHead(200, {
          ...headers,
          'x-request-id': requestId,
          'content-length': Buffer.byteLength(body),
        });
        response.end(body);
        const ms = Math.round((performance.now() - startedAt) * 10) / 10;
        buffered += `${JSON.stringify({ level: 30, time: new Date().toISOString(), role: 'api', pid: process.pid, requestId, method: request.method, route: request.url, status: 200, ms, msg: 'request' })}\n`;
        if (buffered.length > 4096) flush();
      }),
    );
  }).listen(Number(port), '127.0.0.1', () => process.stderr.write('listening\n'));
}
