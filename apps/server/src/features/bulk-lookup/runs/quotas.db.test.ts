import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type BulkUser, dellFile, mapping, startBulkFixture } from '../../../../test/bulk.ts';
import { enqueueJob } from '../../../../test/jobs.ts';
import { waitUntil } from '../../../../test/wait-until.ts';

const takers = 50;
const scene = await startBulkFixture({
  ...{ BULK_LIVE_RUNS: '100', BULK_STORED_RUNS: '60', BULK_STORED_ROWS: '1000', BULK_STORED_MB: '2' },
  ...{ BULK_RUNS_PER_DAY_PER_ADDRESS: '500', BULK_ROWS_PER_DAY_PER_ADDRESS: '60000' },
  ...{ NEW_SESSIONS_PER_HOUR: '1000', DISK_FLOOR_MB: '0' },
});

const { query } = scene;
const inParallel = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const requestRun = (user: BulkUser, body: object = {}) =>
  user.send('POST', '/api/bulk-runs', { progressId: randomUUID(), fieldMapping: mapping, ...body });

/** Adds runs to the database as if they had been created earlier. */
const addRuns = (user: BulkUser, count: number) =>
  query(
    `insert into bulk_runs (owner, id, client_key, request_hash, status, options)
     select id, gen_random_uuid(), '', '', 'cancelled', '{}' from users, generate_series(1, $2::int) where username = $1`,
    [user.userId, count],
  );

/** A file of about this many bytes, in few rows. */
function wideFile(bytes: number): string {
  const rows = Array.from(
    { length: bytes / 30_000 },
    (_, index) => `B${index + 100_000},Dell,${'x'.repeat(30_000)}`,
  );
  return `Serial,Maker,Notes\n${rows.join('\n')}\n`;
}

const summary = (replies: { statusCode: number; json(): { code?: string } }[]) => {
  const counts: Record<string, number> = {};
  for (const reply of replies) {
    const key = reply.statusCode < 300 ? 'accepted' : String(reply.json().code);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

describe('the last unit of a quota goes to one of fifty concurrent requests', { timeout: 60_000 }, () => {
  it('of stored runs', async () => {
    const user = await scene.startBulkUser();
    await addRuns(user, 59);
    expect(summary(await inParallel(takers, () => requestRun(user)))).toEqual({
      accepted: 1,
      too_many_stored_runs: takers - 1,
    });
    expect(await user.usage()).toMatchObject({ 'bulk-runs': 60 });
  });

  it('of rows', async () => {
    const user = await scene.startBulkUser();
    await user.run(dellFile(600));
    const runs = await inParallel(takers, () => user.create());
    const replies = await inParallel(takers, (index) => user.upload(runs[index]?.id ?? '', dellFile(400)));
    // An upload that has begun is displaced by one of an earlier run, if that begins later.
    const { accepted, too_many_rows = 0, upload_displaced = 0, ...others } = summary(replies);
    expect([accepted, too_many_rows + upload_displaced]).toEqual([1, takers - 1]);
    expect(others).toEqual({});
    expect(await user.usage()).toMatchObject({ 'bulk-rows': 1000 });
  });

  it('of bytes', async () => {
    const user = await scene.startBulkUser();
    const runs = await inParallel(takers, () => user.create());
    const replies = await inParallel(takers, (index) =>
      user.upload(runs[index]?.id ?? '', wideFile(1_200_000)),
    );
    const { accepted, too_many_bytes = 0, upload_displaced = 0 } = summary(replies);
    expect([accepted, too_many_bytes + upload_displaced]).toEqual([1, takers - 1]);
    const [stored] = await query(
      'select sum(pg_column_size(cells))::int as bytes from bulk_rows where run in (select key from bulk_runs where id = any($1))',
      [runs.map(({ id }) => id)],
    );
    expect(stored?.bytes).toBeLessThan(2 * 1024 ** 2);
  });

  it('of an address, over all of its users', async () => {
    const users = await inParallel(5, () => scene.startBulkUser('192.0.2.9'));
    // 499 of 500 runs per day are used.
    await query(
      "insert into rate_limits values ('bulk-runs:192.0.2.9', now() + interval '1 day' * 499.0 / 500)",
    );
    const replies = await inParallel(takers, (index) => requestRun(users[index % 5] as BulkUser));
    expect(summary(replies)).toEqual({ accepted: 1, address_quota: takers - 1 });
    const refused = replies.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json().error).toBe(
      'Your IP address has reached the daily limit of 500 bulk runs. Try again later.',
    );
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await requestRun(await scene.startBulkUser('192.0.2.10'))).statusCode).toBe(201);
  });
});

it('of two uploads that do not fit together the one of the earlier run is accepted, and the rows of the other are deleted', {
  timeout: 60_000,
}, async () => {
  const user = await scene.startBulkUser();
  const [earlier, later] = [await user.create(), await user.create()];
  const slow = new PassThrough();
  const displaced = user.upload(later.id, slow);
  slow.write(wideFile(1_900_000));
  const hasRows = async () => ((await user.usage())['bulk-rows'] ?? 0) > 0;
  await waitUntil('rows to arrive', hasRows, 30);
  expect((await user.upload(earlier.id, wideFile(1_200_000))).statusCode).toBe(202);
  slow.end();
  expect((await displaced).statusCode).toBe(409);
  expect(['upload_displaced', 'too_many_bytes']).toContain((await displaced).json().code);
  expect((await user.over(later.id)).message).toBe(
    'An earlier upload took the space that was left. Delete a run, then send the file again.',
  );
  const left = await query('select from bulk_rows where run = (select key from bulk_runs where id = $1)', [
    later.id,
  ]);
  expect(left).toEqual([]);
});

describe('a quota', () => {
  it('counts runs that were created and canceled', async () => {
    const user = await scene.startBulkUser();
    await addRuns(user, 58);
    for (let turn = 0; turn < 2; turn += 1) {
      const { id } = await user.create();
      await user.send('POST', `/api/bulk-runs/${id}/cancel`);
    }
    const refused = await requestRun(user);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'too_many_stored_runs',
        error:
          'You have reached the limit of 60 runs, including canceled ones. Delete a run, or wait: they are deleted after 7 days.',
      },
    ]);
  });

  it('is freed by deleting a run', async () => {
    const user = await scene.startBulkUser();
    const { id } = await user.run(dellFile(1000));
    const next = await user.create();
    const refused = await user.upload(next.id, dellFile(1));
    expect(refused.json().error).toBe(
      'Your runs contain 1000 rows, and this file would exceed the limit of 1000. Delete a run first.',
    );
    await user.send('DELETE', `/api/bulk-runs/${id}`);
    expect((await user.run(dellFile(1))).status).toBe('completed');
    expect(await user.usage()).toMatchObject({ 'bulk-rows': 1, 'bulk-runs': 2 });
  });

  it('names the size that would be exceeded', async () => {
    const user = await scene.startBulkUser();
    await user.run(wideFile(1_200_000));
    const { id } = await user.create();
    expect((await user.upload(id, wideFile(1_200_000))).json().error).toBe(
      'Your runs take up 2 MB, and this file would exceed the limit of 2 MB. Delete a run first.',
    );
  });

  it.each(['cancel', 'fail', 'expire'] as const)(
    'no longer counts the rows of an upload that did not end: %s',
    async (how) => {
      const user = await scene.startBulkUser();
      const { id } = await user.create();
      await query(
        "update bulk_runs set status = 'loading', arrived_rows = 900, arrived_bytes = 900 where id = $1",
        [id],
      );
      expect(await user.usage()).toMatchObject({ 'bulk-rows': 900, 'bulk-bytes': 900 });
      if (how === 'cancel') await user.send('POST', `/api/bulk-runs/${id}/cancel`);
      if (how === 'fail') expect((await user.upload(id, '')).statusCode).toBe(422);
      if (how === 'expire') {
        await query("update bulk_runs set created_at = now() - interval '25 hours' where id = $1", [id]);
        await enqueueJob(scene.server.deps, 'bulk.files');
      }
      await waitUntil('the rows to be freed', async () => (await user.usage())['bulk-rows'] === 0);
      expect(await user.usage()).toMatchObject({ 'bulk-bytes': 0 });
    },
  );

  it('counts long headers', async () => {
    const user = await scene.startBulkUser();
    const header = (index: number) => `${index}${'h'.repeat(30_000)}`;
    const headers = Array.from({ length: 50 }, (_, index) => header(index)).join(',');
    const { id } = await user.create();
    const refused = await user.upload(id, `Serial,${headers}\nB000003\n`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many_bytes']);
  });

  it('of rows per address counts every piece of a file', async () => {
    const user = await scene.startBulkUser('192.0.2.11');
    await query(
      "insert into rate_limits values ('bulk-rows:192.0.2.11', now() + interval '1 day' * 59500.0 / 60000)",
    );
    const { id } = await user.create();
    const refused = await user.upload(id, dellFile(1000));
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'address_quota']);
    expect((await user.over(id)).message).toContain('60,000 rows');
  });
});

it('the options of a run are limited in size', async () => {
  const user = await scene.startBulkUser();
  const long = 'x'.repeat(32_000);
  const refused = await requestRun(user, {
    fieldMapping: { modelNumber: long, manufacturer: `${long}2`, warranty: `${long}3` },
  });
  expect([refused.statusCode, refused.json().details]).toEqual([
    400,
    [{ path: 'body', message: 'The options of a run must not exceed 65536 bytes as JSON.' }],
  ]);
  const accepted = await requestRun(user, { fieldMapping: { modelNumber: long } });
  expect(accepted.statusCode).toBe(201);
});
