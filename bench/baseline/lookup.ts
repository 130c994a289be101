import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

// Bare node:http with the same two reads: the session and the cached record. Arguments: port, database, pool size, headers.
const [port, connectionString, max, headersJson] = process.argv.slice(2);
const headers: Record<string, string> = JSON.parse(headersJson ?? '{}');
const pool = new pg.Pool({ connectionString, max: Number(max) });
let buffered = '';
setInterval(() => flush(), 200).unref();
const flush = () => {
  process.stdout.write(buffered);
  buffered = '';
};

const sessionQuery = {
  name: 'session',
  text: `select users.id, users.username, sessions.last_used_at < now() - interval '1 hour' as due
           from sessions join users on users.id = sessions.user_id
          where token_hash = $1 and users.forgotten_at is null and sessions.last_used_at > now() - interval '30 days'`,
};
const recordQuery = {
  name: 'record',
  text: `select answer, checked_at, extract(epoch from now() - checked_at)::float8 as age
           from warranty_records where scope = 'system' and vendor = 'dell' and serial = $1`,
};

async function answer(cookie: string, text: string): Promise<string> {
  const { modelNumber } = JSON.parse(text);
  const hash = createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest();
  const session = await pool.query({ ...sessionQuery, values: [hash] });
  if (session.rows.length === 0) throw new Error('no session');
  const { rows } = await pool.query({ ...recordQuery, values: [modelNumber] });
  return JSON.stringify({
    modelNumber,
    manufacturer: 'Dell',
    checkedAt: rows[0].checked_at,
    ...rows[0].answer,
  });
}

createServer((request, response) => {
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const body = await answer(request.headers.cookie ?? '', Buffer.concat(chunks).toString());
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
