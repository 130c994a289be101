import { describe, expect, it } from 'vitest';
import { dellFile, startBulkFixture } from '../../../../test/bulk.ts';
import { enqueueJob, handlerOf } from '../../../../test/jobs.ts';
import { waitUntil } from '../../../../test/wait-until.ts';

const scene = await startBulkFixture();

const { query } = scene;
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

  it('checks 10,000 live runs in less than ten seconds', { timeout: 120_000 }, async () => {
    const user = await scene.startBulkUser();
    const inserted = await query<{ key: string }>(
      `insert into bulk_runs (owner, id, client_key, request_hash, options, status, total_rows)
       select users.id, gen_random_uuid(), '', '', '{"vendors": ["dell"]}', 'processing', 800
         from users, generate_series(1, 10000) where username = $1 returning key`,
      [user.userId],
    );
    const keys = inserted.map(({ key }) => key);
    await query(
      `insert into bulk_chunks (run, chunk, vendor, serials, rows, rows_each)
       select run, chunk, 'dell', '[]', 0, '[]' from unnest($1::bigint[]) as run, generate_series(0, 7) as chunk`,
      [keys],
    );
    await query(
      `insert into pgboss.job (name, data, start_after)
       select 'bulk.chunk', json_build_object('run', run::text, 'chunk', chunk, 'round', 0, 'crashes', 0),
              now() + interval '1 day'
         from unnest($1::bigint[]) as run, generate_series(0, 7) as chunk`,
      [keys],
    );
    await query('analyze bulk_chunks, pgboss.job');
    const withoutJobs = [keys[0], keys[5000], keys[9999]];
    await query("delete from pgboss.job where data->>'run' = any($1)", [withoutJobs]);
    const began = performance.now();
    await handlerOf(scene.server.deps, 'bulk.sweep').run({} as never, {} as never);
    const seconds = (performance.now() - began) / 1000;
    expect(seconds).toBeLessThan(10);
    const jobs = await query<{ run: string; jobs: number; chunks: number }>(
      `select data->>'run' as run, count(*)::int as jobs, count(distinct data->>'chunk')::int as chunks
         from pgboss.job where data->>'run' = any($1) group by 1`,
      [keys],
    );
    expect(jobs.filter(({ chunks }) => chunks !== 8)).toEqual([]);
    const doubled = jobs.filter((run) => run.jobs > 8 && !withoutJobs.includes(run.run));
    expect([jobs.length, doubled]).toEqual([10_000, []]);
    await query('delete from bulk_runs where key = any($1)', [keys]);
    await query("delete from pgboss.job where name = 'bulk.chunk'");
  });

  it('deletes runs after seven days, with the tables of their day', async () => {
    const user = await scene.startBulkUser();
    const [{ id: old }, { id: recent }] = [await user.run(dellFile(3)), await user.run(dellFile(4))];
    await query(
      `create table bulk_rows_20200101 partition of bulk_rows for values from ('2020-01-01') to ('2020-01-02')`,
    );
    const age = (id: string, days: number) =>
      query("update bulk_runs set created_at = now() - $2 * interval '1 day' where id = $1", [id, days]);
    await age(old, 7.01);
    await age(recent, 6.99);
    await sweep();
    await enqueueJob(scene.server.deps, 'bulk.files');
    const statusOf = async (id: string) => (await user.send('GET', `/api/bulk-runs/${id}`)).statusCode;
    await waitUntil('the run to go', async () => (await statusOf(old)) === 404);
    await waitUntil('the old day to go', async () => {
      const [row] = await query<{ gone: boolean }>(
        "select to_regclass('bulk_rows_20200101') is null as gone",
      );
      return row?.gone === true;
    });
    expect(await statusOf(recent)).toBe(200);
    expect(await query('select key from bulk_runs where id = $1', [old])).toEqual([]);
    expect((await user.file(recent)).trimEnd().split('\r\n')).toHaveLength(5);
  });
});
