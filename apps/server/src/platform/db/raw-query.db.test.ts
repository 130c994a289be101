import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { cloneDatabase, connectTo, openDatabase } from '../../../test/database.ts';
import type { rawQueries } from './raw-query.ts';

type RawQueries = typeof rawQueries;

interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

const clone = await cloneDatabase();
const database = openDatabase(clone.url, 1);
const client = await connectTo(clone.url);

/** What PostgreSQL says that the statement returns, without running it. */
function describeFields(text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as pg.Submittable);
  });
}

/** A column of a table is nullable as the table says. For other columns, PostgreSQL does not tell. */
async function describeColumns(text: string, declared: Record<string, string>) {
  const fields = await describeFields(text);
  const columns = fields.map(async ({ name, dataTypeID, tableID, columnID }) => {
    const [row] = await clone.query<{ type: string; isNullable: boolean | null }>(
      `select regexp_replace(typname::text, '^_(.+)$', '\\1[]') as type, (select not attnotnull from pg_attribute where attrelid = $2 and attnum = $3) as "isNullable"
         from pg_type where oid = $1`,
      [dataTypeID, tableID, columnID],
    );
    const isNullable = row?.isNullable || declared[name]?.endsWith(' | null');
    return [name, isNullable ? `${row?.type} | null` : row?.type];
  });
  return Object.fromEntries(await Promise.all(columns));
}

/** The text with every parameter set to the same value. */
function textOf(build: RawQueries[number]['build'], value: unknown): string {
  const built: string | RawBuilder<unknown> = build(new Proxy({}, { get: () => value }) as never);
  return typeof built === 'string' ? built : built.compile(database.db).sql;
}

/**
 * Imports every module that declares raw queries. Modules are shared with other test files, which may have declared queries
 * of their own, so they are loaded again.
 */
async function declareAll(): Promise<{ count: number; queries: RawQueries }> {
  vi.resetModules();
  const src = join(import.meta.dirname, '../..');
  let count = 0;
  for await (const file of glob('**/*.ts', { cwd: src })) {
    const text = await readFile(join(src, file), 'utf8');
    const calls = text.match(/\b(?:rawQuery|prepare|sharedFigures)</g)?.length ?? 0;
    if (calls === 0 || file.endsWith('.test.ts') || file.startsWith('platform/db/')) continue;
    await import(/* @vite-ignore */ join(src, file));
    count += calls;
  }
  return { count, queries: (await import('./raw-query.ts')).rawQueries };
}

describe('raw queries', () => {
  it('return the columns that they declare', async () => {
    const { count, queries } = await declareAll();
    expect(count).toBeGreaterThan(20);
    expect(queries.length).toBeGreaterThanOrEqual(count);
    for (const { columns, build } of queries) {
      const text = textOf(build, null);
      expect(textOf(build, 1), 'the text must not depend on the parameters').toBe(text);
      expect(await describeColumns(text, columns), text).toEqual(columns);
    }
  });

  it('are described with their names, types and nulls', async () => {
    const text = 'select id, forgotten_at as "forgottenAt", $1::int + 1 as more from users';
    const columns = { id: 'uuid', forgottenAt: 'timestamptz | null', more: 'int4' };
    expect(await describeColumns(text, columns)).toEqual(columns);
    expect(await describeColumns(text, { ...columns, forgottenAt: 'timestamptz', more: 'text' })).toEqual(
      columns,
    );
    await expect(describeColumns('select wrong from users', {})).rejects.toThrow(
      'column "wrong" does not exist',
    );
  });
});
