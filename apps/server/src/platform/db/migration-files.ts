import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/;

/** In the order in which they are applied. */
export async function listMigrationNames(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => fileName.test(name)).sort();
}

export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = await listMigrationNames(directory);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
