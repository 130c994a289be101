import { randomUUID } from 'node:crypto';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { afterEach, describe, expect, it } from 'vitest';
import { type BulkUser, dellFile, mapping, startBulkFixture } from '../../../../test/bulk.ts';
import { waitUntil } from '../../../../test/wait-until.ts';

const scene = await startBulkFixture();
const { query, dellCalls } = scene;
afterEach(() => scene.simulator.reset());

const asked = async () => (await scene.simulator.counts()).tagsAsked;

describe('a run', () => {
  it('gives every row exactly one outcome and looks up each serial once', async () => {
    const user = await scene.startBulkUser();
    const csv = [
      'Serial,Maker,Notes',
      'B000003,Dell,first',
      'B000003,Dell Inc.,the same again',
      'PF123456,Lenovo,another maker',
      ',Dell,no serial',
      'Latitude 5440,Dell,a model name',
      'B000004,,maker guessed',
      'To be filled by O.E.M.,Dell,placeholder',
    ].join('\n');
    const run = await user.run(csv);
    expect(run).toMatchObject({
      status: 'completed',
      totalRows: 7,
      counts: { found: 3, skipped: 3, 'not-processed': 1, failed: 0, pending: 0 },
      manufacturerStats: {
        provided: 2,
        normalized: 1,
        guessed: 1,
        skipped: 3,
        conflicts: 0,
        nonDellFiltered: 1,
      },
    });
    expect(await asked()).toBe(2);
    const { rows } = await user.results(run.id);
    expect(rows.map(({ sameDevice }) => sameDevice)).toEqual([2, 2, 1, 1, 1, 1, 1]);
    expect(rows.map(({ row, outcome }) => [row, outcome])).toEqual([
      [1, 'found'],
      [2, 'found'],
      [3, 'not-processed'],
      [4, 'skipped'],
      [5, 'skipped'],
      [6, 'found'],
      [7, 'skipped'],
    ]);
  });

  it('makes no call for cached answers, and one call per hundred serials', async () => {
    const user = await scene.startBulkUser();
    await user.run(dellFile(150, 1000));
    expect(await dellCalls()).toBe(2);
    await scene.simulator.reset();
    // 150 cached and 250 new serials, mixed: three calls, not four.
    await user.run(dellFile(400, 1000));
    expect(await scene.simulator.counts()).toMatchObject({ tagsAsked: 250, calls: { assetEntitlements: 3 } });
  });

  it('is returned again for the same request, and rejected for another body', async () => {
    const user = await scene.startBulkUser();
    const progressId = randomUUID();
    const body = { progressId, fieldMapping: mapping };
    const first = await user.send('POST', '/api/bulk-runs', body);
    const second = await user.send('POST', '/api/bulk-runs', body);
    expect([first.statusCode, second.statusCode, second.json().id]).toEqual([201, 201, progressId]);
    const other = await user.send('POST', '/api/bulk-runs', { ...body, fillBlankFields: false });
    expect([other.statusCode, other.json().code]).toEqual([409, 'run_conflict']);
  });

  it('belongs to its owner, even if another user has a run with the same id', async () => {
    const [one, other] = [await scene.startBulkUser(), await scene.startBulkUser()];
    const { id } = await one.create();
    expect((await other.send('GET', `/api/bulk-runs/${id}`)).statusCode).toBe(404);
    expect((await other.create({ progressId: id })).id).toBe(id);
  });

  it('is one of at most three, and frees its slot when it ends', async () => {
    const user = await scene.startBulkUser();
    const runs = [await user.create(), await user.create(), await user.create()];
    const refused = await user.send('POST', '/api/bulk-runs', { fieldMapping: mapping });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many_runs']);
    await user.send('POST', `/api/bulk-runs/${runs[0]?.id}/cancel`);
    expect((await user.send('POST', '/api/bulk-runs', { fieldMapping: mapping })).statusCode).toBe(201);
  });

  it('requires keys for every manufacturer to look up', async () => {
    const user = await scene.startBulkUser();
    const refused = await user.send('POST', '/api/bulk-runs', {
      fieldMapping: mapping,
      vendors: ['Dell', 'HP'],
    });
    expect([refused.statusCode, refused.json().code]).toEqual([424, 'vendor_keys_missing']);
    await user.save('lenovo', 'api_key', 'own-lenovo-api-key');
    const run = await user.run('Serial,Maker\nPF000001,Lenovo\nB000003,Dell\n', {
      vendors: ['Dell', 'Lenovo'],
    });
    expect(run).toMatchObject({ status: 'completed', counts: { found: 2 } });
  });
});

describe('a failing vendor', () => {
  it('pauses the run if it rejects the keys, and the run resumes where it stopped', async () => {
    const user = await scene.startBulkUser();
    await scene.simulator.faults({ refuseKeys: true, unauthorizedAlways: true });
    const paused = await user.run(dellFile(250, 5000));
    expect(paused).toMatchObject({ status: 'paused', counts: { pending: 250 } });
    expect(await user.progress(paused.id)).toMatchObject({ status: 'paused', current: 0, total: 250 });
    await scene.simulator.faults({});
    await user.send('POST', `/api/bulk-runs/${paused.id}/resume`);
    expect(await user.over(paused.id)).toMatchObject({
      status: 'completed',
      counts: { pending: 0, failed: 0 },
    });
  });

  it('causes no loss during a short outage or while it is busy', async () => {
    const user = await scene.startBulkUser();
    await scene.simulator.faults({ serverErrors: { times: 2 }, busy: { times: 1, retryAfter: 1 } });
    const run = await user.run(dellFile(300, 6000));
    expect(run).toMatchObject({ status: 'completed', counts: { failed: 0, pending: 0 } });
  });

  it('fails only the rows with malformed replies, and only those are retried', async () => {
    const user = await scene.startBulkUser();
    await scene.simulator.faults({ malformedTags: ['B007003', 'B007005'] });
    const run = await user.run(dellFile(10, 7000));
    expect(run).toMatchObject({ status: 'completed', counts: { failed: 2 } });
    await scene.simulator.reset();
    await user.send('POST', `/api/bulk-runs/${run.id}/retry`);
    expect(await user.over(run.id)).toMatchObject({ counts: { failed: 0, pending: 0 } });
    expect(await asked()).toBe(2);
  });
});

describe('a device unknown to the vendor', () => {
  const retry = async (user: BulkUser, id: string) =>
    (await user.send('POST', `/api/bulk-runs/${id}/retry`)).json();
  const age = async () => {
    await query("update warranty_records set checked_at = now() - interval '61 minutes'");
    await query("update bulk_chunks set unknown_checked_at = now() - interval '61 minutes'");
  };

  it('is a failed lookup that can be retried after the cached answer expires', async () => {
    const user = await scene.startBulkUser();
    const run = await user.run('Serial,Maker\nACTV123,Dell\nUNKN404,Dell\nUNKN404,Dell\n');
    expect(run).toMatchObject({ counts: { found: 1, 'not-known': 2 }, retry: { rows: 0, laterRows: 2 } });
    const page = async (filter: string) => (await user.results(run.id, `?filter=${filter}`)).rows;
    expect(await page('failed')).toMatchObject([
      { row: 2, outcome: 'not-known', retryAt: run.retry.laterAt },
      { row: 3, outcome: 'not-known' },
    ]);
    expect(await page('unknown')).toEqual([]);
    const { statuses } = await user.report(run.id);
    expect(statuses).toEqual({ active: 1, expiring: 0, expired: 0, unknown: 0 });
    expect(await retry(user, run.id)).toMatchObject({
      code: 'retry_too_early',
      error: `The failed rows cannot be looked up again before ${run.retry.laterAt?.slice(11, 16)} UTC.`,
    });
    expect((await user.over(run.id)).status).toBe('completed');

    await age();
    expect(await user.over(run.id)).toMatchObject({ retry: { rows: 2, laterRows: 0, laterAt: null } });
    const before = await asked();
    await retry(user, run.id);
    expect(await user.over(run.id)).toMatchObject({ counts: { found: 1, 'not-known': 2, pending: 0 } });
    expect((await asked()) - before).toBe(1);
  });
});

describe('canceling', () => {
  it('keeps the results, makes no more calls, and can be undone by a retry', async () => {
    const user = await scene.startBulkUser();
    await scene.simulator.faults({ latencyMs: 400 });
    const { id } = await user.create();
    await user.upload(id, dellFile(4000, 20_000));
    await waitUntil('some rows', async () => (await user.progress(id)).current > 0);
    const cancelled = (await user.send('POST', `/api/bulk-runs/${id}/cancel`)).json<BulkRun>();
    expect(cancelled.status).toBe('cancelled');
    expect(await user.file(id)).toContain('Not looked up: the run was cancelled.');
    expect((await user.send('POST', `/api/bulk-runs/${id}/cancel`)).json().code).toBe('run_not_ready');
    await scene.simulator.faults({});
    await user.send('POST', `/api/bulk-runs/${id}/retry`);
    const done = await user.over(id);
    expect(done).toMatchObject({ status: 'completed', totalRows: 4000, counts: { pending: 0, failed: 0 } });
  });
});

describe('progress', () => {
  it('has no time left before the throughput is representative', async () => {
    const user = await scene.startBulkUser();
    await user.run(dellFile(300, 30_000));
    await scene.simulator.faults({ latencyMs: 400 });
    const { id } = await user.create();
    // The first 300 rows have cached answers and are done immediately.
    await user.upload(id, dellFile(4000, 30_000));
    await waitUntil('some rows', async () => (await user.progress(id)).current > 0);
    await query(`update bulk_runs set processing_since = now() where id = '${id}'`);
    expect(await user.progress(id)).toMatchObject({ status: 'processing', secondsLeft: null });
    const cached = await query<{ rows: number }>(
      `select sum(rows)::int as rows from bulk_chunks
        where is_cached and run = (select key from bulk_runs where id = '${id}')`,
    );
    expect(cached).toEqual([{ rows: 300 }]);
    await user.send('POST', `/api/bulk-runs/${id}/cancel`);
  });

  it('has a time left based on the last twenty seconds, once it has been observed for five', async () => {
    const user = await scene.startBulkUser();
    const { id } = await user.run(dellFile(3000, 40_000));
    const ofRun = `run = (select key from bulk_runs where id = '${id}')`;
    // Ten chunks done in each half, and ten open.
    await query(
      `update bulk_chunks set done_at = now() - (chunk % 2) * interval '15 seconds' where ${ofRun}`,
    );
    await query(`update bulk_chunks set is_done = false, counts = null, done_at = null
                  where ${ofRun} and chunk >= 20`);
    const goOn = (seconds: number) =>
      query(`update bulk_runs set status = 'processing', processing_since = now() - interval '${seconds} seconds'
              where id = '${id}'`);
    await goOn(3);
    expect((await user.progress(id)).secondsLeft).toBeNull();
    await goOn(60);
    // Ten chunks take fifteen seconds, less the time since the last one was done.
    const { secondsLeft } = await user.progress(id);
    expect(secondsLeft).toBeGreaterThan(5);
    expect(secondsLeft).toBeLessThanOrEqual(15);
    await user.send('POST', `/api/bulk-runs/${id}/cancel`);
  });

  it('can be deleted without deleting the run', async () => {
    const user = await scene.startBulkUser();
    const { id } = await user.run(dellFile(3));
    expect(await user.progress(id)).toMatchObject({ current: 3, total: 3, status: 'completed' });
    expect((await user.send('DELETE', `/api/progress/${id}`)).statusCode).toBe(204);
    expect((await user.send('GET', `/api/progress/${id}`)).statusCode).toBe(404);
    expect((await user.send('GET', `/api/bulk-runs/${id}`)).statusCode).toBe(200);
  });
});
