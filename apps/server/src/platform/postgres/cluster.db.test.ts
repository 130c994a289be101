import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectTo, queryAt } from '../../../test/database.ts';
import { migrationsDir, silent } from '../../../test/fixtures.ts';
import { makeFolder } from '../../../test/folder.ts';
import { startQueue } from '../../../test/start-queue.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import { migrate } from '../db/migrate.ts';
import { isProcessRunning } from '../is-process-running.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, findCluster, startCluster } from './cluster.ts';
import { createOnce, readOrCreatePassword, runTool } from './create.ts';
import { launch, waitUntilReady } from './launch.ts';
import { placeCluster } from './placement.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = makeFolder();
});

async function withCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = await startCluster({ dataDir, durable: false, log: silent });
  try {
    return await work(cluster);
  } finally {
    await cluster.stop();
  }
}

/** Leaves a stopped cluster with a database that belongs to the superuser and knows no other role. */
async function createOldCluster(): Promise<void> {
  const place = await placeCluster(await findBinaries(), dataDir, silent);
  const folder = join(place.home, 'postgres');
  const password = await readOrCreatePassword(place, 'postgres.password');
  await createOnce(place, folder, password);
  const server = await launch(place, folder, false);
  const urlOf = (name: string) => `postgres://postgres:${password}@127.0.0.1:${server.port}/${name}`;
  await waitUntilReady(urlOf('postgres'), server, join(place.home, 'postgres.log'));
  await queryAt(urlOf('postgres'), 'create database warranty');
  await runTool(place, place.binaries.pgCtl, ['-D', folder, '-m', 'fast', '-w', 'stop']);
}

const foreignObjects = `
  select relname as name from pg_class
   where relowner <> 'warranty'::regrole and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
  union all select nspname from pg_namespace
   where nspowner <> 'warranty'::regrole and nspname !~ '^(pg_|information_schema|public)'
  union all select proname from pg_proc
   where proowner <> 'warranty'::regrole and pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
  union all select typname from pg_type
   where typowner <> 'warranty'::regrole and typnamespace::regnamespace::text !~ '^(pg_|information_schema)'`;
const rights = `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
                  from pg_roles where rolname = current_user`;
const ordinary = {
  ...{ rolname: 'warranty', rolsuper: false, rolcreatedb: false, rolcreaterole: false },
  ...{ rolreplication: false, rolbypassrls: false },
};

describe('the bundled PostgreSQL', { timeout: 120_000 }, () => {
  it('is started again if the one that is found was asked to stop', async () => {
    const place = await placeCluster(await findBinaries(), dataDir, silent);
    const folder = join(place.home, 'postgres');
    const password = await readOrCreatePassword(place, 'postgres.password');
    await createOnce(place, folder, password);
    const stopping = await launch(place, folder, false);
    const url = `postgres://postgres:${password}@127.0.0.1:${stopping.port}/postgres`;
    await waitUntilReady(url, stopping, join(place.home, 'postgres.log'));
    const client = await connectTo(url);
    // It waits for its clients, and rejects new ones.
    process.kill(stopping.pid, 'SIGTERM');
    setTimeout(() => void client.end(), 1000);
    await withCluster(async ({ pid, url: database }) => {
      expect(pid).not.toBe(stopping.pid);
      expect(await queryAt(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    });
  });

  it('ends soon after it was asked to, without being waited for', async () => {
    await withCluster(async (cluster) => {
      cluster.requestStop();
      await waitUntil('it has ended', async () => !(await isProcessRunning(cluster.pid, 'postgres')));
    });
  });

  it('is used as an ordinary role that owns its database and nothing else', async () => {
    await withCluster(async ({ url, adminUrl }) => {
      await migrate(url, migrationsDir, silent);
      await startQueue(url);
      expect(await queryAt(url, rights)).toEqual([ordinary]);
      expect(await queryAt(url, foreignObjects)).toEqual([]);
      for (const text of [
        "copy users to program 'true'",
        "copy users from '/etc/passwd'",
        "select pg_read_file('/etc/passwd')",
        "alter system set fsync = 'off'",
        'create database other',
        'create role other superuser',
        'set role postgres',
      ])
        await expect(queryAt(url, text), text).rejects.toThrow(/permission denied|must be/);
      expect(await queryAt(adminUrl, 'select current_user as name')).toEqual([{ name: 'postgres' }]);
    });
  });

  it('changes nothing and stops if its database is refused', async () => {
    await createOldCluster();
    const inspected: string[] = [];
    const inspect = async (url: string, folder: string) => {
      const [found] = await queryAt<{ owner: string; roles: number }>(
        url,
        `select pg_get_userbyid(datdba)::text as owner, (select count(*)::int from pg_roles where rolname = 'warranty') as roles
           from pg_database where datname = current_database()`,
      );
      inspected.push(`${folder} ${found?.owner} ${found?.roles}`);
      throw new Error('refused');
    };
    // The second finds it as the first did, and stopped.
    for (let times = 0; times < 2; times += 1)
      await expect(startCluster({ dataDir, durable: false, inspect, log: silent })).rejects.toThrow(
        'refused',
      );
    expect(inspected).toEqual(Array(2).fill(`${dataDir} postgres 0`));
    expect(await findCluster(dataDir, { inspect, log: silent })).toBeNull();
  });

  it('is found while it runs, and used by the same role after a restart', async () => {
    const inspect = async () => undefined;
    await withCluster(async ({ url }) => {
      expect(await findCluster(dataDir, { inspect, log: silent })).toBe(url);
      await migrate(url, migrationsDir, silent);
    });
    await withCluster(async ({ url }) => {
      expect(await migrate(url, migrationsDir, silent)).toEqual([]);
      expect(await queryAt(url, rights)).toEqual([ordinary]);
    });
  });

  it('gets a new password if the file with the old one is lost', async () => {
    const first = await withCluster(async ({ url }) => url);
    await rm(join(dataDir, 'warranty.password'));
    await withCluster(async ({ url }) => {
      expect(new URL(url).password).not.toBe(new URL(first).password);
      expect(await queryAt(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    });
  });
});
