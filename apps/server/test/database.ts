import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase as createEmpty } from '../../../harness/databases.ts';
import { createDatabase } from '../src/platform/db/database.ts';
import { atEnd } from './at-end.ts';
import { silent } from './fixtures.ts';
import { guardedPrefix } from './owner-guard/install.ts';

export type TestDatabase = Awaited<ReturnType<typeof cloneDatabase>>;

/** One statement on a connection of its own. */
export async function queryAt<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** What a database can begin as. `guarded` is `migrated` with the owner guard (`owner-guard/README.md`), where that is on. */
const templates = { guarded: 'warranty_guarded', migrated: 'warranty_template', empty: 'template0' };

/** Creates a separate database for the calling test file. */
export async function cloneDatabase(from: keyof typeof templates = 'guarded') {
  const cluster = { url: inject('clusterUrl'), adminUrl: inject('adminUrl') };
  const begin = from === 'guarded' && !inject('ownerGuard') ? 'migrated' : from;
  const name = (begin === 'guarded' ? guardedPrefix : 'test_') + randomBytes(6).toString('hex');
  const url = await createEmpty(cluster, name, templates[begin]);
  // Without force: a test that leaves a connection open fails here. A pooler leaves its own open.
  atEnd(() => queryAt(cluster.adminUrl, `drop database ${name} ${inject('pooler') ? 'with (force)' : ''}`));
  return {
    name,
    url,
    query: <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => queryAt<R>(url, text, values),
    /** The column `name` of what is found. */
    names: async (text: string, values?: unknown[]) =>
      (await queryAt<{ name: string }>(url, text, values)).map(({ name }) => name),
  };
}

/** The connections of a process. */
export function openDatabase(url: string, poolSize = 4, applicationName = 'test') {
  const database = createDatabase({ url, poolSize, applicationName, log: silent });
  atEnd(database.close);
  return database;
}

/** A connection of its own, such as one that holds a lock. */
export async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  atEnd(() => client.end());
  return client;
}
