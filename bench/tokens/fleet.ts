import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import {
  createTokenFormat,
  hashTokenHex,
} from '../../apps/server/src/platform/secrets/checksummed-tokens.ts';

const tokens = createTokenFormat('wlt_');
const tokensPerUser = 50;
const atOnce = 10_000;

/** Stores `count` tokens, fifty per owner, and writes the file that the load generator reads. */
export async function makeTokens(client: pg.Client, count: number, folder: string): Promise<string> {
  const { rows: owners } = await client.query<{ id: string; username: string }>(
    `insert into users (username, password)
     select 'demo-user-' || lpad(n::text, 9, '0'), '!demo-user' from generate_series(1, $1) as n
     returning id, username`,
    [Math.ceil(count / tokensPerUser)],
  );
  const callers: [string, string][] = [];
  while (callers.length < count) {
    const batch = Array.from({ length: Math.min(atOnce, count - callers.length) }, (_, index) => ({
      token: tokens.create(),
      owner: owners[Math.floor((callers.length + index) / tokensPerUser)] as (typeof owners)[0],
    }));
    await client.query(
      `insert into external_api_tokens (user_id, token_name, token_hash, masked)
       select owner, 'bench', decode(hash, 'hex'), '' from unnest($1::uuid[], $2::text[]) as made (owner, hash)`,
      [batch.map(({ owner }) => owner.id), batch.map(({ token }) => hashTokenHex(token))],
    );
    for (const { token, owner } of batch) callers.push([token, `${owner.id} ${owner.username}`]);
  }
  await client.query('vacuum analyze external_api_tokens, users');
  const file = join(folder, 'callers.json');
  await writeFile(file, JSON.stringify(callers), { mode: 0o600 });
  return file;
}

/** Installs a trigger that records every usage write with its time. */
export async function recordWrites(client: pg.Client): Promise<void> {
  await client.query(`
    create table usage_writes (token uuid, at timestamptz);
    create function note_use() returns trigger language plpgsql as $$
      begin insert into usage_writes select id, clock_timestamp() from written; return null; end $$;
    create trigger note_use after update on external_api_tokens
      referencing new table as written for each statement execute function note_use()`);
}

export interface Writes {
  writes: number;
  /** Maximum writes for one token within any one minute. */
  maxPerMinute: number;
  counted: number;
}

export async function readWrites(client: pg.Client): Promise<Writes> {
  const { rows } = await client.query<Writes>(`
    select (select count(*)::int from usage_writes) as writes,
           (select coalesce(max(n), 0)::int from (
              select count(*) over (partition by token order by at
                                    range between interval '59.9 seconds' preceding and current row) as n
                from usage_writes) as nearby) as "maxPerMinute",
           (select sum(usage_count)::int from external_api_tokens) as counted`);
  return rows[0] as Writes;
}
