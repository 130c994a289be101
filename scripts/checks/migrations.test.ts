import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkMigrations } from './migrations.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warranty-check-'));
  await mkdir(join(folder, 'apps/server/migrations'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

async function rulesFor(sql: string): Promise<string[]> {
  await writeFile(join(folder, 'apps/server/migrations/0002_new.sql'), sql);
  return (await checkMigrations(folder)).map(({ rule, line }) => `${line} ${rule}`);
}

it('accepts a migration that the previous version can live with', async () => {
  expect(
    await rulesFor('create table things (id uuid primary key);\nalter table users add column note text;\n'),
  ).toEqual([]);
});

it.each([
  [
    'drops a column that the previous version reads',
    'alter table users drop column note;',
    'ban-drop-column',
  ],
  ['renames a column', 'alter table users rename column note to text;', 'renaming-column'],
  [
    'rewrites a table',
    'alter table users alter column note type int using note::int;',
    'changing-column-type',
  ],
  [
    'scans a table under a lock',
    'alter table users alter column note set not null;',
    'adding-not-nullable-field',
  ],
])('reports one that %s', async (_, sql, rule) => {
  expect(await rulesFor(`${sql}\n`)).toEqual([`1 ${rule}`]);
});

it('reports one that changes two tables', async () => {
  const sql = 'alter table users add column note text;\nalter table sessions add column note text;\n';
  expect(await rulesFor(sql)).toEqual(['2 one-existing-table']);
});

it('requires a reason for what is ignored', async () => {
  const drop = '-- squawk-ignore ban-drop-column\nalter table users drop column note;\n';
  expect(await rulesFor(drop)).toEqual(['1 unexplained-ignore']);
  expect(await rulesFor(`-- Not read since 0002.\n${drop}`)).toEqual([]);
});
