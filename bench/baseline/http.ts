import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';

// Bare node:http: the same headers, the same JSON parsed and written, the same log line. Arguments: port, headers.
const [port, headersJson] = process.argv.slice(2);
const headers: Record<string, string> = JSON.parse(headersJson ?? '{}');
const log = createWriteStream('/dev/stdout', { fd: 1 });
let buffered = '';
const flush = () => {
  log.write(buffered);
  buffered = '';
};
setInterval(() => buffered && flush(), 200).unref();

const entitlement = { type: 'INITIAL', startDate: '2024-01-01', endDate: '2027-01-01', counted: true };

createServer((request, response) => {
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { modelNumber, manufacturer } = JSON.parse(Buffer.concat(chunks).toString());
    const body = JSON.stringify({
      modelNumber,
      manufacturer,
      status: 'active',
      startDate: '2024-01-01',
      endDate: '2027-01-01',
      entitlements: [entitlement, entitlement, entitlement],
    });
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
  });
}).listen(Number(port), '127.0.0.1', () => process.stderr.write('listening\n'));
