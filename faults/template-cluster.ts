import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeFolder } from '../harness/folder.ts';
import { startPostgres, startServer } from '../harness/processes.ts';

const execute = promisify(execFile);

type Folder = Awaited<ReturnType<typeof makeFolder>>;
let template: Promise<Folder> | undefined;

/** Creates a stopped cluster with every migration and queue in place. Creating one takes longer than most cases. */
async function createTemplate(): Promise<Folder> {
  const folder = await makeFolder('faults-template');
  const postgres = await startPostgres(folder.path, { fast: true });
  const worker = await startServer('worker', { DATABASE_URL: postgres.url, DATA_DIR: folder.path });
  await worker.stop();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  // Wrapped with the master key of this worker; the cases use their own keys.
  await client.query('delete from data_keys');
  await client.end();
  await postgres.stop();
  return folder;
}

/** Copies the migrated cluster into an empty data folder, so that PostgreSQL can start on it immediately. */
export async function copyTemplate(dir: string): Promise<void> {
  template ??= createTemplate();
  const { path } = await template;
  // If PostgreSQL's user cannot access the folder, its data is elsewhere: the case then starts with an empty cluster.
  if (!existsSync(join(path, 'postgres'))) return;
  await execute('cp', ['-a', '--reflink=auto', join(path, 'postgres'), join(path, 'postgres.password'), dir]);
}

export async function removeTemplate(): Promise<void> {
  await (await template)?.remove();
}
