import type { Parts } from '../parts.ts';

const [browsers, people, organizations] = [20_000, 5000, 500];

/** A user per number, and a session for each that has one. */
const users = (kind: 'browser' | 'person' | 'organization', count: number, then: string): string => `
  with made as (
    insert into users (username, password, kind, last_used_at)
    select 'bench-${kind}-' || n, '!${kind}', '${kind}', ${kind === 'browser' ? 'now()' : "'infinity'"}
      from generate_series(1, ${count}) n
    returning id)
  ${then}`;

/**
 * Fills the tables that every request reads, as in an installation that many use. PostgreSQL reads tables of a few rows whole,
 * which takes longer than a look into an index: a session of a person is in four of them, that of a browser in two.
 */
export async function fillAccounts(parts: Parts): Promise<void> {
  const client = await parts.connect();
  await client.query(
    users(
      'browser',
      browsers,
      "insert into sessions (token_hash, owner, browser) select sha256(id::text::bytea), id, '' from made",
    ),
  );
  await client.query(
    users(
      'person',
      people,
      `, named as (insert into people (id, name) select id, 'Anna' from made)
       insert into sessions (token_hash, owner, browser, ends_at, method)
       select sha256(id::text::bytea), id, '', now() + interval '7 days', 'passkey' from made`,
    ),
  );
  await client.query(
    users('organization', organizations, "insert into organizations (id, name) select id, 'Bench' from made"),
  );
  await client.query(
    `insert into memberships (owner, person_id, role)
     select organization.id, person.id, 'member'
       from (select id, row_number() over () as at from people) person
       join (select id, row_number() over () as at from organizations) organization
         on organization.at = 1 + person.at % ${organizations}
     on conflict do nothing`,
  );
  await client.query('vacuum analyze users, sessions, memberships, organizations, people');
}
