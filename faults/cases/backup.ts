import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccessToken } from '@warranty/contracts/access-tokens';
import { RequestError } from '@warranty/contracts/core/client';
import { lookupWarranty } from '@warranty/contracts/warranty';
import type pg from 'pg';
import { sendFile } from '../../harness/bulk-run.ts';
import { createDatabase } from '../../harness/databases.ts';
import { memoryOf } from '../../harness/memory.ts';
import { type Program, type Server, serverProgram, start } from '../../harness/processes.ts';
import { createTestClient, reconnect, type TestClient } from '../../harness/test-client.ts';
import { readBackupFile } from '../backup-file.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { type Installation, install, observe, startProcess, temporaryFolder } from '../installation.ts';
import {
  assertRunComplete,
  type BulkFixture,
  setUp,
  waitUntilCalls,
  waitUntilStatus,
} from './bulk-fixture.ts';
import { keyFile, storeDellKeys } from './vendor-keys.ts';

const writesPerSecond = 200;
/** Rows that make the backup take long enough for many writes. */
const otherRows = 200_000;
/** Events of the commands themselves: in the restored database only, or after the snapshot. */
const eventsOfMonth = /^product\.audit_events_/;

const command = (env: Record<string, string>, ...args: string[]) =>
  start(process.execPath, [serverProgram, ...args], { env: { ...keyFile, ...env } });

async function succeed(program: Program): Promise<string> {
  const code = await program.ended();
  const said = program.lines.join('\n');
  assert(code === 0, `the command exited with ${code}: ${said}`);
  return said;
}

async function addRows(observer: pg.Client, count: number): Promise<void> {
  await observer.query(
    `insert into warranty_records (owner, vendor, serial, answer)
     select '00000000-0000-4000-8000-000000000001', 'dell', 'X' || n, json_build_object('kind', 'found', 'shipDate', '2024-01-02', 'n', md5(n::text))
       from generate_series(1, $1::int) n`,
    [count],
  );
}

/**
 * Creates access tokens until stopped, each visitor one after the other. Each is a row and an audit event in one transaction.
 * An overloaded server is asked again.
 */
function writeSteadily(visitors: readonly TestClient[]) {
  const stopping = new AbortController();
  const startedAt = performance.now();
  const intervalMs = (1000 * visitors.length) / writesPerSecond;
  const failures: unknown[] = [];
  let written = 0;
  const writing = visitors.map(async ({ call }) => {
    for (let next = startedAt; !stopping.signal.aborted; next += intervalMs) {
      await delay(Math.max(0, next - performance.now()));
      await call(createAccessToken, { body: { tokenName: `token ${next}` } }).then(
        () => {
          written += 1;
        },
        (error: unknown) => {
          if (!(error instanceof RequestError && error.status === 503)) failures.push(error);
        },
      );
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(writing);
      return { perSecond: Math.round((1000 * written) / (performance.now() - startedAt)), failures };
    },
  };
}

/** As many rows with the same checksums, by a second backup: of the restored database. */
async function compareBackups(first: string, second: string): Promise<{ tables: number; rows: number }> {
  const [before, after] = [await readBackupFile(first), await readBackupFile(second)];
  assert(
    [...before.keys()].join() === [...after.keys()].join(),
    `the tables differ: ${[...before.keys()]} and ${[...after.keys()]}`,
  );
  let rows = 0;
  for (const [name, table] of before) {
    const restored = after.get(name);
    const isSame = eventsOfMonth.test(name)
      ? restored?.text().subarray(0, table.text().length).equals(table.text())
      : restored?.rows === table.rows && restored.sha256 === table.sha256;
    assert(isSame === true, `${name} has ${restored?.rows} rows instead of ${table.rows}, or others`);
    rows += table.rows;
  }
  return { tables: before.size, rows };
}

/** Tables that are written in one transaction have as many rows, so the backup is of one moment. */
async function assertOneMoment(observer: pg.Client): Promise<number> {
  const { rows } = await observer.query<{ tokens: number; events: number }>(
    `select (select count(*)::int from external_api_tokens) as tokens,
            (select count(*)::int from audit_events where action = 'token.created') as events`,
  );
  const { tokens, events } = rows[0] ?? { tokens: 0, events: -1 };
  assert(tokens === events && tokens > 0, `${tokens} tokens, but ${events} events of creating one`);
  return tokens;
}

/** An empty database on the same server, as the processes of the installation reach it. */
async function emptyDatabase({ postgres, env }: Installation): Promise<string> {
  const url = new URL(env.DATABASE_URL ?? '');
  url.pathname = new URL(await createDatabase(postgres, 'restored')).pathname;
  return url.href;
}

/** Restores into a new database, first without the master key. Returns the environment of its processes. */
async function restoreElsewhere(
  context: FaultContext,
  installation: Installation,
  file: string,
): Promise<Record<string, string>> {
  const env = {
    DATABASE_URL: await emptyDatabase(installation),
    DATA_DIR: await temporaryFolder(context),
  };
  const refused = command(env, 'restore', file);
  assert((await refused.ended()) === 1, 'a restore without the master key did not fail');
  assert(
    refused.lines.join('\n').includes('values of stored vendor keys are lost'),
    `it does not say what is lost: ${refused.lines.join('\n')}`,
  );
  await copyFile(join(installation.dir, 'secrets.key'), join(env.DATA_DIR, 'secrets.key'));
  await succeed(command(env, 'restore', file));
  return env;
}

/** Starts the restored installation on the same simulated vendor. */
async function startRestored(
  context: FaultContext,
  scene: BulkFixture,
  env: Record<string, string>,
): Promise<Server> {
  for (const server of [...scene.apis, ...scene.workers]) await server.stop('SIGKILL');
  const start = (role: 'api' | 'worker') => startProcess(context, role, { ...scene.env, ...env });
  const [api] = await Promise.all([start('api'), start('worker')]);
  return api;
}

export const backupUnderLoad: Fault = {
  number: 80,
  slow: true,
  isolation: 'exclusive',
  title: `a backup during ${writesPerSecond} writes a second and a run, restored into an empty database`,
  async run(context) {
    const scene = await setUp(context, {
      workers: 1,
      latencyMs: 2500,
      rows: 10_000,
      env: {
        ...keyFile,
        ACCESS_TOKENS_PER_USER: '10000',
        DISK_FLOOR_MB: '0',
      },
    });
    const { observer, env, postgres, apis } = scene;
    await addRows(observer, otherRows);
    const visitors = await Promise.all(
      Array.from({ length: 20 }, () => createTestClient(apis[0]?.url ?? '')),
    );
    for (const client of visitors) await storeDellKeys(client);
    await sendFile(scene.client, scene.runId, scene.fleet.chunks());
    await waitUntilCalls(scene, 1);

    const writing = writeSteadily(visitors);
    await delay(1000);
    const folder = await temporaryFolder(context);
    const file = join(folder, 'first.backup');
    const startedAt = performance.now();
    await succeed(command(env, 'backup', file));
    const took = performance.now() - startedAt;
    await delay(1000);
    const { perSecond, failures } = await writing.stop();
    assert(failures.length === 0, `${failures.length} writes failed, for example ${failures[0]}`);
    // Also depends on what else this machine does, so the quick run only reports it.
    assert(!context.full || perSecond >= 0.95 * writesPerSecond, `only ${perSecond} writes a second`);

    const elsewhere = await restoreElsewhere(context, scene, file);
    const restored = await observe(context, { ...postgres, url: elsewhere.DATABASE_URL ?? '' });
    const tokens = await assertOneMoment(restored);
    const { rows: runs } = await restored.query('select status from bulk_runs');
    assert(runs[0]?.status === 'processing', `the run was ${runs[0]?.status} at the backup`);
    const again = join(folder, 'second.backup');
    await succeed(command(elsewhere, 'backup', again));
    const same = await compareBackups(file, again);

    const restartedAt = performance.now();
    const api = await startRestored(context, scene, elsewhere);
    await scene.watch.startOver(async () => {
      scene.client = reconnect(api.url, scene.client);
    });
    const lookUp = { body: { modelNumber: 'R000001', manufacturer: 'Dell' } };
    await Promise.all(visitors.map((visitor) => reconnect(api.url, visitor).call(lookupWarranty, lookUp)));
    await waitUntilStatus(scene, 'completed');
    const completed = performance.now() - restartedAt;
    await assertRunComplete(scene);
    return `${perSecond} writes/s, 0 failed, during a backup of ${seconds(took)}; restored: ${same.rows} rows of ${same.tables} tables with the same counts and checksums, ${tokens} tokens with their events, the keys of ${visitors.length} users open, the run of ${scene.fleet.rows} rows complete after ${seconds(completed)}; refused without the key`;
  },
};

const millionRows = 1_000_000;

/** A run with a row and a result per device, as its tables store it. */
async function addMillion(observer: pg.Client): Promise<void> {
  await observer.query(`
    create table bulk_rows_20200101 partition of bulk_rows for values from ('2020-01-01') to ('2020-01-02');
    insert into bulk_rows
    select '2020-01-01', 1, n, n + 1, 'dell', 'B' || upper(substr(md5(n::text), 1, 6)), 'Dell', null, null,
           json_build_array('A' || n, 'B' || upper(substr(md5(n::text), 1, 6)), 'Dell Inc.', 'Latitude 5440', 'Berlin',
                            '', 'Desk ' || n % 977, 'in use')
      from generate_series(1, ${millionRows}) n`);
}

/** The most memory that a program used until its end, in megabytes. */
async function watchMemory(program: Program): Promise<number> {
  let most = 0;
  while (program.child.exitCode === null) {
    most = Math.max(most, await memoryOf(program, 'VmHWM').catch(() => 0));
    await delay(100);
  }
  return most;
}

export const backupOfMillion: Fault = {
  number: 81,
  slow: true,
  isolation: 'exclusive',
  title: 'time, size and memory of a backup of a million rows',
  async run(context) {
    const installation = await install(context, { env: keyFile });
    const { observer, postgres, env } = installation;
    await addMillion(observer);
    const file = join(await temporaryFolder(context), 'million.backup');
    const measure = async (program: Program) => {
      const startedAt = performance.now();
      const [memory] = await Promise.all([watchMemory(program), succeed(program)]);
      return { memory, took: performance.now() - startedAt };
    };
    const backup = await measure(command(env, 'backup', file));
    const { size } = await stat(file);
    const url = await emptyDatabase(installation);
    const restore = await measure(command({ ...env, DATABASE_URL: url }, 'restore', file));
    const restored = await observe(context, { ...postgres, url });
    const { rows } = await restored.query('select count(*)::int as count from bulk_rows');
    assert(rows[0]?.count === millionRows, `${rows[0]?.count} rows were restored`);
    const memory = Math.max(backup.memory, restore.memory);
    assert(memory < 300, `${memory.toFixed(0)} MB of memory`);
    const { rows: sizes } = await observer.query(
      'select pg_database_size(current_database())::float8 as bytes',
    );
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
    return `backed up in ${seconds(backup.took)}, ${megabytes(size)} of a database of ${megabytes(sizes[0]?.bytes)}; restored in ${seconds(restore.took)}; at most ${memory.toFixed(0)} MB of memory`;
  },
};
