import pg from 'pg';
import { readCatalog } from './read-catalog.ts';
import { schemaSql } from './schema-sql.ts';
import { tableTypes } from './table-types.ts';

const inServer = (path: string) => new URL(`../${path}`, import.meta.url);

/** The files that follow from a migrated database, with their content. */
export async function generateFiles(databaseUrl: string): Promise<{ file: URL; content: string }[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const catalog = await readCatalog(client);
    return [
      { file: inServer('schema.sql'), content: schemaSql(catalog) },
      { file: inServer('src/platform/db/tables.ts'), content: tableTypes(catalog) },
    ];
  } finally {
    await client.end();
  }
}
