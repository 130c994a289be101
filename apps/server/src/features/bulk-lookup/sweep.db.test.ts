import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BulkFixture, dellFile, startBulkFixture } from '../../../test/bulk.ts';
import { dumpDatabase } from '../../../test/dump.ts';
import { enqueueJob } from '../../../test/jobs.ts';
import { waitUntil } from '../../../test/wait-until.ts';

let scene: BulkFixture;
beforeAll(async () => {
  scene = await startBulkFixture();
});
afterAll(() => scene.close());

const query = (text: string, values: unknown[] = []) => scene.server.database.query(text, values);
const sweep = () => enqueueJob(scene.server.deps, 'bulk.sweep');

describe('the sweep', () => {
  it('requeues chunks whose job was lost', async () => {
    const user = await scene.startBulkUser();
    await scene.simulator.faults({ busy: { times: -1, retryAfter: 3600 } });
    const { id } = await user.create();
    await user.upload(id, dellFile(300));
    const waiting = () => query("select from pgboss.job where name = 'bulk.chunk' and state = 'created'");
    await waitUntil('the chunks to wait', async () => (await waiting()).length === 3);
    await query("delete from pgboss.job where name = 'bulk.chunk'");
    await query('delete from vendor_gates');
    await scene.simulator.faults({});
    await sweep();
    expect(await user.over(id)).toMatchObject({ status: 'completed', counts: { pending: 0, failed: 0 } });
  });

  it('deletes runs after seven days, with the tables of their day', async () => {
    const user = await scene.startBulkUser();
    const { id } = await user.run(dellFile(3));
    await query(
      `create table bulk_rows_20200101 partition of bulk_rows for values from ('2020-01-01') to ('2020-01-02')`,
    );
    await query(`update bulk_runs set created_at = now() - interval '8 days' where id = $1`, [id]);
    await sweep();
    await waitUntil(
      'the run to go',
      async () => (await user.send('GET', `/api/bulk-runs/${id}`)).statusCode === 404,
    );
    await waitUntil('the old day to go', async () => {
      const [row] = await query("select to_regclass('bulk_rows_20200101') is null as gone");
      return row?.gone === true;
    });
  });
});

describe('forgetting a user', () => {
  it('deletes all of their runs', async () => {
    const user = await scene.startBulkUser();
    await user.run('Serial,Maker,Notes\nB000003,Dell,canary of a forgotten user\n');
    const stored = async () =>
      (await dumpDatabase(scene.server.database)).includes('canary of a forgotten user');
    expect(await stored()).toBe(true);
    await user.send('DELETE', '/api/auth/session' as never);
    await waitUntil('the rows to go', async () => !(await stored()));
  });
});
