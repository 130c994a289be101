import { describe, expect, it } from 'vitest';
import { findSecondTable } from './migration-tables.ts';

const check = (sql: string) =>
  findSecondTable('0002_new.sql', sql).map(({ line, message }) => `${line} ${message}`);
const both = (line: number) => [
  `${line} changes users and sessions, which can deadlock with requests that use both; write a migration for each.`,
];

describe('a migration', () => {
  it.each([
    'alter table sessions add column note text;',
    'ALTER TABLE IF EXISTS ONLY public.sessions ADD COLUMN note text;',
    'drop table sessions;',
    'create index on sessions (note);',
    'create unique index if not exists sessions_note on sessions (note);',
    'create trigger noted before update of note on sessions for each row execute function note();',
    'drop trigger noted on sessions;',
    "insert into sessions (note) values ('a');",
    "update sessions as s set note = 'a';",
    'delete from sessions;',
    'truncate sessions;',
    'create table sessions_2026 partition of sessions default;',
    'do $$ begin update sessions set note = null; end $$;',
  ])('may not change a second table: %s', (sql) => {
    expect(check(`alter table users add column note text;\n\n${sql}\n`)).toEqual(both(3));
  });

  it('may not drop two tables in one statement', () => {
    expect(check('drop table users, sessions;')).toEqual(both(1));
  });

  it('may not drop an index of a second table', () => {
    const sql = 'alter table users add column note text;\ndrop index concurrently if exists sessions_note;';
    expect(check(sql)).toEqual([expect.stringContaining('2 changes users and sessions_note, which')]);
  });

  it('may change one table in several statements', () => {
    const sql = `alter table users add column note text;
      update users set note = 'a' where id in (select user_id from sessions for update);
      insert into users (note) values ('b') on conflict do update set note = 'c';
      create index users_note on users (note);
      drop index users_name;`;
    expect(check(sql)).toEqual([]);
  });

  it('may do anything with the tables that it creates, and refer to others', () => {
    const sql = `create table notes (id uuid references users on delete cascade);
      create unlogged table drafts (id uuid references sessions on delete set null);
      create index on notes (id);
      insert into drafts select id from notes;
      alter table users add column note text;`;
    expect(check(sql)).toEqual([]);
  });

  it('may create a function that will change tables, and mention others in comments', () => {
    const sql = `-- alter table sessions add column note text;
      create function note() returns trigger language plpgsql as $$ begin update sessions set note = 'a'; end $$;
      create trigger noted before update on users for each row execute function note();`;
    expect(check(sql)).toEqual([]);
  });
});
