import { createHash } from 'node:crypto';
import pg from 'pg';
import { serve } from './serve.ts';

// Bare node:http with the same two reads: the session and the cached record. Arguments: port, database, pool size, headers.
const [port, connectionString, max, headersJson] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: Number(max) });

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

serve(port, headersJson, async (text, request, send) => {
  send(await answer(request.headers.cookie ?? '', text));
});
