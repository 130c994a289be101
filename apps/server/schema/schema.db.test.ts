import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { cloneDatabase, connectTo, type TestDatabase } from '../test/database.ts';
import { generateFiles } from './generated.ts';
import { readCatalog } from './read-catalog.ts';
import { schemaSql } from './schema-sql.ts';

/** What PostgreSQL itself knows of the schema, read independently of the code that writes schema.sql. */
const descriptions = {
  relations: `select relname, relkind, relpersistence, reloptions, relispartition, pg_get_partkeydef(oid) as partition,
                     obj_description(oid, 'pg_class') as comment
                from pg_class where relnamespace = 'public'::regnamespace order by relname`,
  columns: `select table_name, column_name, column_default, is_nullable, data_type, character_maximum_length,
                   numeric_precision, collation_name, udt_name, is_identity, identity_generation, generation_expression
              from information_schema.columns where table_schema = 'public' order by table_name, column_name`,
  constraints: `select conrelid::regclass::text as table, conname, contype, pg_get_constraintdef(oid) as definition
                  from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `select indexdef from pg_indexes where schemaname = 'public' order by indexname`,
  functions: `select pg_get_functiondef(oid) as definition from pg_proc
               where pronamespace = 'public'::regnamespace order by proname`,
  triggers:
    'select pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by tgname',
  extensions: 'select extname from pg_extension order by extname',
  types: `select typname, typtype from pg_type
           where typnamespace = 'public'::regnamespace and typtype <> 'c' and typelem = 0 order by typname`,
};

async function describeSchema({ query }: TestDatabase): Promise<Record<string, object[]>> {
  const entries = Object.entries(descriptions).map(
    async ([name, text]) => [name, await query(text)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

const writeSchema = async ({ url }: TestDatabase) => schemaSql(await readCatalog(await connectTo(url)));

describe('generated files', () => {
  it('are current; npm run docs writes them', async () => {
    for (const { file, content } of await generateFiles((await cloneDatabase('migrated')).url))
      expect(await readFile(file, 'utf8')).toBe(content);
  });
});

describe('schema.sql', () => {
  it('creates the same schema as the migrations', async () => {
    const [migrated, created] = [await cloneDatabase('migrated'), await cloneDatabase('empty')];
    await created.query(await readFile(new URL('../schema.sql', import.meta.url), 'utf8'));
    // Their names depend on the day, so they are not part of it.
    const partitions = await migrated.query<{ name: string }>(
      "select relname::text as name from pg_class where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    for (const { name } of partitions) await migrated.query(`drop table ${name}`);
    const schema = await describeSchema(created);
    expect(schema.columns?.length).toBeGreaterThan(100);
    expect(schema).toEqual(await describeSchema(migrated));
  });

  it('includes functions, triggers and everything that a table can have', async () => {
    const [original, copy] = [await cloneDatabase('empty'), await cloneDatabase('empty')];
    await original.query(`
      create table later (id bigint generated always as identity primary key);
      create table earlier (later bigint references later, note varchar(9) default 'none' check (note <> ''));
      create unlogged table scratch (at timestamptz) with (fillfactor = 50);
      create table parts (day date not null) partition by range (day);
      create unique index earlier_note on earlier (lower(note)) where note <> 'none';
      create function touch() returns trigger language plpgsql as $$ begin return new; end $$;
      create trigger touched before update on earlier for each row execute function touch()`);
    await copy.query(await writeSchema(original));
    expect(await describeSchema(copy)).toEqual(await describeSchema(original));
  });
});
