import type pg from 'pg';

/** Users with a session each, and for every tenth a token, and for every twentieth a secret and a run. */
export async function fill(client: pg.Client, users: number): Promise<void> {
  const statements = [
    `insert into users (username, password) select 'demo-user-' || lpad(n::text, 9, '0'), '!' from generate_series(1, ${users}) n`,
    `create temp table numbered as select id, row_number() over (order by username)::int as n from users where kind = 'browser'`,
    `insert into sessions (token_hash, owner) select sha256(('session ' || n)::bytea), id from numbered`,
    `insert into external_api_tokens (user_id, token_name, token_hash, masked)
     select id, 'token', sha256(('token ' || n)::bytea), 'wlt_...' from numbered where n % 10 = 0`,
    `insert into agent_secrets (owner, name, secret_hash, masked)
     select id, 'secret', sha256(('secret ' || n)::bytea), 'was_...' from numbered where n % 20 = 0`,
    `insert into bulk_runs (owner, id, request_hash, options, client_key)
     select id, gen_random_uuid(), '', '{}', '' from numbered where n % 20 = 0`,
    'drop table numbered',
    'analyze',
  ];
  for (const statement of statements) await client.query(statement);
}
