import { execFile } from 'node:child_process';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readBulkResults } from '@warranty/contracts/bulk-results';
import { readSession } from '@warranty/contracts/session';
import { createRun, readRun, sendFile } from '../../harness/bulk-run.ts';
import { createFleet } from '../../harness/fleet.ts';
import { noQuotas, waitUntil } from '../../harness/processes.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { observe } from '../installation.ts';
import { keepAsking } from '../keep-asking.ts';
import {
  assertRunComplete,
  assertRunning,
  type BulkFixture,
  beginRun,
  waitUntilStatus,
} from './bulk-fixture.ts';

const execute = promisify(execFile);
const diskMegabytes = 200;

async function mountDisk({ cleanup }: FaultContext, dir: string): Promise<void> {
  await execute('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=755`, 'tmpfs', dir]);
  cleanup(() => execute('umount', ['--lazy', dir]));
}

/** As on a database that has run for a while: it reuses its log files, so that only data needs more space. */
async function keepLogFiles(context: FaultContext, { postgres }: BulkFixture): Promise<void> {
  const admin = await observe(context, { ...postgres, url: postgres.adminUrl });
  for (let file = 0; file < 3; file += 1)
    await admin.query(`select pg_logical_emit_message(false, 'fault', 'x'), pg_switch_wal()`);
  await admin.query('checkpoint');
}

async function fillDisk(dir: string): Promise<() => Promise<void>> {
  const { bavail, bsize } = await statfs(dir);
  const path = join(dir, 'filler');
  await execute('fallocate', ['-l', String(bavail * bsize), path]);
  return () => rm(path);
}

const file = createFleet({ rows: 2000, letter: 'C' });

/** Sends a file to a new run. Returns null if it was stored, otherwise the reply. */
async function tryUpload({ client }: BulkFixture, runId?: string): Promise<string | null> {
  try {
    await sendFile(client, runId ?? (await createRun(client)), file.chunks());
    return null;
  } catch (error) {
    return String(error);
  }
}

const isFull = (reply: string | null) => reply?.includes('507') === true;

async function uploadUntilFull(scene: BulkFixture): Promise<number> {
  for (let stored = 0; stored < 100; stored += 1) {
    const reply = await tryUpload(scene);
    if (isFull(reply)) return stored;
    assert(reply === null, `an upload failed in another way: ${reply}`);
  }
  throw new Error('the disk never became full');
}

/** Only runs whose file was rejected do not go on. */
async function waitUntilAllEnd({ observer }: BulkFixture): Promise<number> {
  const live = async () =>
    (
      await observer.query<{ status: string; count: number }>(
        `select status, count(*)::int as count from bulk_runs where status not in ('completed', 'loading') group by status`,
      )
    ).rows;
  return waitUntil('all runs to end', async () => (await live()).length === 0, 90_000).catch(
    async (error) => {
      throw new Error(`still live: ${JSON.stringify(await live())}`, { cause: error });
    },
  );
}

export const diskFull: Fault = {
  number: 88,
  title: 'the disk of the database is full: writes get 507, reads go on, and it recovers',
  async run(context) {
    if (process.getuid?.() !== 0) return 'skipped: only root can mount a small disk';
    const scene = await beginRun(context, {
      rows: 2000,
      fullRows: 2000,
      env: { ...noQuotas, DISK_FLOOR_MB: '0' },
      prepareFolder: (dir) => mountDisk(context, dir),
    });
    const { client, runId, dir } = scene;
    await waitUntilStatus(scene, 'completed');
    await keepLogFiles(context, scene);
    const free = await fillDisk(dir);
    const again = await createRun(client);
    await uploadUntilFull(scene);
    const reading = [
      keepAsking(() => client.call(readSession)),
      keepAsking(() => readRun(client, runId)),
      keepAsking(() => client.call(readBulkResults, { params: { runId }, query: { limit: '1000' } })),
    ];
    let refused = 0;
    for (const end = Date.now() + (context.full ? 30_000 : 2000); Date.now() < end; refused += 1) {
      const reply = await tryUpload(scene, again);
      assert(isFull(reply), `an upload to a full disk got ${reply}`);
    }
    const asked = await Promise.all(reading.map((each) => each.stop()));
    const failures = asked.flatMap((each) => each.failures);
    assert(failures.length === 0, `${failures.length} reads failed: ${failures[0]}`);
    assertRunning(scene);
    await free();
    const back = await waitUntil(
      'the file to be accepted',
      async () => (await tryUpload(scene, again)) === null,
    );
    await assertRunComplete(scene);
    const took = await waitUntilAllEnd(scene);
    const reads = asked.reduce((sum, each) => sum + each.count, 0);
    return `${refused} uploads got 507 while ${reads} reads succeeded; accepted again ${seconds(back)} after space was freed, all stored runs complete after ${seconds(took)}`;
  },
};
