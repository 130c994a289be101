import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase } from '../../../harness/databases.ts';

export interface TestDatabase {
  url: string;
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  drop(): Promise<void>;
}

async function run<R extends pg.QueryResultRow>(
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

/** Creates a separate database for the calling test file; `empty` has no tables. */
export async function cloneDatabase(from: 'template' | 'empty' = 'template'): Promise<TestDatabase> {
  const cluster = { url: inject('clusterUrl'), adminUrl: inject('adminUrl') };
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = from === 'template' ? 'warranty_template' : 'template0';
  const url = await createDatabase(cluster, name, template);
  return {
    url,
    query: (text, values) => run(url, text, values),
    // Without force: a test that leaves a connection open fails here. A pooler leaves its own open.
    drop: async () => {
      await run(cluster.adminUrl, `drop database ${name} ${inject('pooler') ? 'with (force)' : ''}`);
    },
  };
}
