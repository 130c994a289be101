import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { createDeps } from '../src/deps.ts';
import { reachDatabase } from '../src/platform/db/reach-database.ts';
import { createLog } from '../src/platform/log.ts';
import { withStoredTables } from '../src/platform/ownership/stored-tables-docs.ts';
import { metricsMarkdown } from './metrics-docs.ts';
import { readCatalog } from './read-catalog.ts';
import { schemaSql } from './schema-sql.ts';
import { tableTypes } from './table-types.ts';

const inServer = (path: string) => new URL(`../${path}`, import.meta.url);

export interface GeneratedFile {
  file: URL;
  content: string;
}

/** The files that follow from a migrated database and the program on it, with their content. */
export async function generateFiles(databaseUrl: string): Promise<GeneratedFile[]> {
  return [...(await generateSchema(databaseUrl)), ...(await generateDocs(databaseUrl))];
}

/** Not a secret: nothing is stored with it. */
const masterKey = Buffer.alloc(32).toString('base64');

/** What the features of a running program declare. */
async function generateDocs(databaseUrl: string): Promise<GeneratedFile[]> {
  const config = readConfig('api', { DATABASE_URL: databaseUrl, SECRETS_KEY: masterKey });
  const log = createLog({ level: 'warn', role: 'docs', human: true });
  const { migrationsDir } = config;
  const address = { url: databaseUrl, directUrl: null };
  const database = await reachDatabase(address, { migrationsDir, migrates: false, log });
  const deps = await createDeps(config, { database, simulator: null, worker: false }, log);
  try {
    const app = await buildApp(config, deps);
    await app.close();
    const metrics = inServer('../../docs/metrics.md');
    const security = inServer('../../docs/security.md');
    const tables = deps.features.flatMap((feature) => feature.tables ?? []);
    return [
      { file: metrics, content: await metricsMarkdown(deps.metrics.registry) },
      { file: security, content: withStoredTables(await readFile(security, 'utf8'), tables) },
    ];
  } finally {
    await deps.close();
  }
}

async function generateSchema(databaseUrl: string): Promise<GeneratedFile[]> {
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
