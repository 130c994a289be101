import { PassThrough } from 'node:stream';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { describe, expect, it } from 'vitest';
import { type BulkUser, dellFile, dellSerial, mapping, startBulkFixture } from '../../../../test/bulk.ts';
import { waitUntil } from '../../../../test/wait-until.ts';

const rowQuota = 5000;
const scene = await startBulkFixture({
  DATABASE_POOL_SIZE: '3',
  BULK_LIVE_RUNS: '100',
  BULK_STORED_ROWS: String(rowQuota),
});

const { query } = scene;
const storedRows = async () => (await query('select from bulk_rows')).length;

/** An upload that continues until it is ended. */
function beginUpload(user: BulkUser, runId: string) {
  const file = new PassThrough();
  return { file, reply: user.upload(runId, file) };
}

/** An upload in progress, with some rows in the database and more to come. */
async function uploadInTheMiddle(user: BulkUser) {
  const run = await user.create();
  const before = await storedRows();
  const upload = beginUpload(user, run.id);
  const notes = 'x'.repeat(1000);
  const rows = Array.from({ length: 3000 }, (_, index) => `${dellSerial(index)},Dell,${notes}`);
  upload.file.write(`Serial,Maker,Notes\n${rows.join('\n')}\n`);
  await waitUntil('rows to be stored', async () => (await storedRows()) > before);
  return { run, ...upload };
}

const statusOf = async (reply: ReturnType<typeof beginUpload>['reply']) => {
  const { statusCode, body } = await reply;
  return [statusCode, (JSON.parse(body) as { code?: string }).code];
};

describe('many concurrent uploads', () => {
  it('are all accepted, however few connections there are', async () => {
    const user = await scene.startBulkUser();
    const runs = await Promise.all(Array.from({ length: 32 }, () => user.create()));
    const replies = await Promise.all(runs.map(({ id }) => user.upload(id, 'Serial\nB000003')));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(runs.map(() => 202));
  });

  it('do not block other requests while they are slow', async () => {
    const user = await scene.startBulkUser();
    const slow = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { id } = await user.create();
        const upload = beginUpload(user, id);
        upload.file.write('Serial\n');
        return upload;
      }),
    );
    await waitUntil('all to have begun', async () => {
      const [row] = await query("select count(*)::int as count from bulk_runs where status = 'loading'");
      return row?.count === 10;
    });
    expect((await user.send('GET', '/api/bulk-runs')).statusCode).toBe(200);
    for (const { file } of slow) file.end('B000003\n');
    for (const { reply } of slow) expect((await reply).statusCode).toBe(202);
  });

  it('of one owner never store more rows than the quota', async () => {
    const user = await scene.startBulkUser();
    const runs = await Promise.all(Array.from({ length: 3 }, () => user.create()));
    const replies = await Promise.all(runs.map(({ id }) => user.upload(id, dellFile(rowQuota))));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, 409, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refused.code).toBe('too_many_rows');
    const left = await query(
      `select from bulk_rows join bulk_runs on key = run where owner = (select owner from bulk_runs where id = $1)`,
      [runs[0]?.id],
    );
    expect(left).toHaveLength(rowQuota);
  });
});

describe('an upload in progress', () => {
  it.each(['cancel', 'delete', 'forget'] as const)(
    'is stopped by %s, and its rows are deleted',
    async (how) => {
      const user = await scene.startBulkUser();
      const before = await storedRows();
      const { run, file, reply } = await uploadInTheMiddle(user);
      if (how === 'forget') await user.send('DELETE', '/api/auth/session');
      else await user.send('POST', `/api/bulk-runs/${run.id}/cancel`);
      if (how === 'delete') await user.send('DELETE', `/api/bulk-runs/${run.id}`);
      file.end('B999999,Dell,late\n');
      expect([404, 409]).toContain((await reply).statusCode);
      await waitUntil('the rows to go', async () => (await storedRows()) === before);
    },
  );

  it('is stopped when its owner is suspended', async () => {
    const user = await scene.startBulkUser();
    const { file, reply } = await uploadInTheMiddle(user);
    await query('update users set suspended_at = now() where username = $1', [user.userId]);
    file.end('B999999,Dell,late\n');
    expect(await statusOf(reply)).toEqual([409, 'run_not_ready']);
  });

  it('gets the error before it has sent everything', async () => {
    const user = await scene.startBulkUser();
    const { run, reply } = await uploadInTheMiddle(user);
    await user.send('POST', `/api/bulk-runs/${run.id}/cancel`);
    expect(await statusOf(reply)).toEqual([409, 'run_not_ready']);
  });

  it('blocks other files of its run until it has been idle for too long', async () => {
    const user = await scene.startBulkUser();
    const { run, file, reply } = await uploadInTheMiddle(user);
    const refused = await user.upload(run.id, dellFile(2));
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'This run cannot be given a new file because it is loading.',
    ]);
    const taken = await waitUntil('the other file to be taken', async () => {
      await query(`update bulk_runs set upload_expires_at = now() - interval '1 second' where id = $1`, [
        run.id,
      ]);
      const reply = await user.upload(run.id, dellFile(2));
      return reply.statusCode === 202 && reply.json<BulkRun>();
    });
    expect(taken.totalRows).toBe(2);
    file.end('B999999,Dell,late\n');
    expect((await reply).statusCode).toBe(409);
    expect(await user.over(run.id)).toMatchObject({ status: 'completed', totalRows: 2 });
  });

  it('leaves the run open for another attempt if it is interrupted', async () => {
    const user = await scene.startBulkUser();
    const { run, file, reply } = await uploadInTheMiddle(user);
    file.destroy(new Error('gone'));
    await reply.catch(() => undefined);
    await waitUntil('the lease to end', async () => {
      const [row] = await query('select upload_id is null as free from bulk_runs where id = $1', [run.id]);
      return row?.free === true;
    });
    expect((await user.upload(run.id, dellFile(2))).statusCode).toBe(202);
  });
});

describe('a hostile JSON body', () => {
  const post = (user: BulkUser, path: string, payload: string) =>
    scene.server.send('POST', path, {
      cookie: user.cookie,
      headers: { 'content-type': 'application/json' },
      payload,
    });
  const distinctKeys = Array.from({ length: 20_000 }, (_, index) => `{"k${index}":"v"}`).join(',');
  const options = `"fieldMapping":${JSON.stringify(mapping)}`;

  it.each(['csv-preview', 'csv-enhanced'])('with a column per row is rejected by %s', async (path) => {
    const user = await scene.startBulkUser();
    const reply = await post(user, `/api/warranty/${path}`, `{"csvData":[${distinctKeys}],${options}}`);
    expect([reply.statusCode, reply.json().error]).toEqual([
      422,
      'Failed to parse CSV: The rows have more than 500 columns.',
    ]);
  });

  it.each(['csv-preview', 'csv-enhanced'])(
    'with values that are not rows is rejected by %s with a short reply',
    async (path) => {
      const user = await scene.startBulkUser();
      const noRows = `[${'1,'.repeat(8_000_000)}1]`;
      const reply = await post(user, `/api/warranty/${path}`, `{"csvData":${noRows},${options}}`);
      expect([reply.statusCode, reply.json().details.length]).toEqual([400, 20]);
      expect(reply.body.length).toBeLessThan(4000);
    },
  );
});
