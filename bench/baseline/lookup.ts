import { hash } from 'node:crypto';
import pg from 'pg';
import { serve } from './serve.ts';

// Bare node:http with the same two reads, one statement each: the session and the cached record. No checks, no shares, no
// decision: the stored answer is sent as it is. Arguments: port, database, connections, headers.
const [port, connectionString, count, headersJson] = process.argv.slice(2);
// Without the pool, which takes longer than choosing the next one.
const clients = Array.from({ length: Number(count) }, () => new pg.Client({ connectionString }));
await Promise.all(clients.map((client) => client.connect()));

/** Values are sent on as text, so none is parsed. */
const options = { rowMode: 'array', types: { getTypeParser: () => String } } as const;
const sessionQuery = {
  ...options,
  name: 'session',
  text: `select users.id, users.username, sessions.last_used_at < now() - interval '1 hour' as due
           from sessions join users on users.id = sessions.owner
          where token_hash = $1 and users.forgotten_at is null and sessions.last_used_at > now() - interval '30 days'
            and sessions.created_at > now() - interval '180 days'`,
};
const recordQuery = {
  ...options,
  name: 'record',
  text: `select answer, checked_at, extract(epoch from now() - checked_at)::float8 as age
           from warranty_records where owner = '00000000-0000-4000-8000-000000000001' and vendor = 'dell' and serial = $1 and not is_simulated`,
};

let turn = 0;

async function find(query: typeof sessionQuery, value: unknown): Promise<string[]> {
  turn = (turn + 1) % clients.length;
  const { rows } = await (clients[turn] as pg.Client).query<string[]>({ ...query, values: [value] });
  if (rows[0] === undefined) throw new Error(`no ${query.name}`);
  return rows[0];
}

async function answer(cookie: string, text: string): Promise<string> {
  const { modelNumber } = JSON.parse(text);
  const token = cookie.slice(cookie.indexOf('=') + 1);
  await find(sessionQuery, hash('sha256', token, 'buffer'));
  const [stored = '', checkedAt] = await find(recordQuery, modelNumber);
  return `{"modelNumber":${JSON.stringify(modelNumber)},"manufacturer":"Dell","checkedAt":"${checkedAt}",${stored.slice(1)}`;
}

serve(port, headersJson, async (text, request, send) => {
  send(await answer(request.headers.cookie ?? '', text));
});
