import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

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
  const clusterUrl = inject('clusterUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(
    clusterUrl,
    `create database ${name} template ${from === 'template' ? 'warranty_template' : 'template0'}`,
  );
  const url = clusterUrl.replace(/\/\w+$/, `/${name}`);
  return {
    url,
    query: (text, values) => run(url, text, values),
    // Without force: a test that leaves a connection open fails here.
    drop: async () => {
      await run(clusterUrl, `drop database ${name}`);
    },
  };
}
