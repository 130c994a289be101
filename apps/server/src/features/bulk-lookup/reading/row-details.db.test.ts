import type { BulkRowDetails } from '@warranty/contracts/bulk-results';
import { describe, expect, it } from 'vitest';
import { startBulkFixture } from '../../../../test/bulk.ts';

const long = '\u{1F4BB}'.repeat(2500);
const csv = [
  'Serial,Maker,Notes,Notes',
  'ACTV123,Dell,first,one',
  'UNKN404,Dell,unknown to Dell,two',
  'PF123456,Lenovo,another maker,three',
  ',Dell,no serial,four',
  `EXPD006,Dell,${long},five`,
  'ACTV123,Dell',
].join('\n');

const scene = await startBulkFixture();
const user = await scene.startBulkUser();
const runId = (await user.run(csv)).id;

const rowUrl = (row: number | string, run = runId) => `/api/bulk-runs/${run}/rows/${row}`;
const details = (row: number): Promise<BulkRowDetails> => user.get(rowUrl(row));

describe('the details of a row', () => {
  it('are those of an individual lookup and all cells of the file, without a vendor call', async () => {
    const { tagsAsked } = await scene.simulator.counts();
    const { listed, cells, result } = await details(1);
    expect((await scene.simulator.counts()).tagsAsked).toBe(tagsAsked);
    expect(listed).toMatchObject({ row: 1, line: 2, modelNumber: 'ACTV123', outcome: 'found', error: null });
    expect(cells).toEqual([
      { column: 'Serial', value: 'ACTV123', isShortened: false },
      { column: 'Maker', value: 'Dell', isShortened: false },
      { column: 'Notes', value: 'first', isShortened: false },
      { column: 'Notes (2)', value: 'one', isShortened: false },
    ]);
    const single = (await user.lookup('ACTV123', 'Dell')).json();
    expect(single.allEntitlements).toHaveLength(2);
    // The run noted the time itself, a moment before the answer was stored.
    const source = { ...single.source, checkedAt: expect.any(String) };
    expect(result).toEqual({ ...single, source, manufacturerEvidence: '' });
  });

  it('say why there is no result', async () => {
    const reasons = await Promise.all([2, 3, 4].map(details));
    expect(reasons.map(({ listed, result }) => [listed.outcome, listed.error, result])).toEqual([
      ['not-known', expect.stringContaining('UNKN404'), null],
      ['not-processed', 'Not looked up: Lenovo was off in this run.', null],
      ['skipped', expect.stringMatching(/^.+\.$/), null],
    ]);
  });

  it('say that a row is still waiting, or that its run was canceled', async () => {
    const other = await scene.startBulkUser();
    await scene.simulator.faults({ refuseKeys: true, unauthorizedAlways: true });
    const { id } = await other.run('Serial,Maker\nB000077,Dell\n');
    await scene.simulator.faults({ refuseKeys: false, unauthorizedAlways: false });
    const errorOf = async () => (await other.get(rowUrl(1, id))).listed.error;
    expect(await errorOf()).toBe('Not looked up yet.');
    await other.send('POST', `/api/bulk-runs/${id}/cancel`);
    expect(await errorOf()).toBe('Not looked up: the run was cancelled.');
  });

  it('shorten long cells, without splitting a character', async () => {
    const cell = (await details(5)).cells[2];
    expect([cell?.isShortened, cell?.value]).toEqual([true, '\u{1F4BB}'.repeat(2000)]);
  });

  it('keep the dates of the run, without entitlements, if the vendor has changed its answer', async () => {
    const before = (await details(5)).result;
    expect(before?.allEntitlements.length).toBeGreaterThan(0);
    await scene.query(
      `update warranty_records
          set answer = jsonb_set(answer::jsonb, '{entitlements,0,endsAt}', '"2031-01-01T23:59:59Z"')::json
        where serial = 'EXPD006'`,
    );
    const { result } = await details(5);
    expect(result).toMatchObject({ endDate: before?.endDate, status: 'expired', allEntitlements: [] });
    expect(result?.hardware.serviceTag).toBe('EXPD006');
  });

  it('exist only for rows of the file', async () => {
    const statuses = async (...urls: string[]) =>
      Promise.all(urls.map(async (url) => (await user.send('GET', url)).statusCode));
    expect(await statuses(rowUrl(0), rowUrl(7), rowUrl(9_999_999))).toEqual([404, 404, 404]);
    expect(await statuses(rowUrl('x'), rowUrl('-1'), rowUrl('99999999'))).toEqual([400, 400, 400]);
    const { id } = await user.create();
    expect(await statuses(rowUrl(1, id), `/api/bulk-runs/${id}/columns`)).toEqual([409, 409]);
  });
});

describe('columns of the file', () => {
  const list = async (query: string) => (await user.results(runId, `?${query}`)).rows;

  it('are listed by their unique names', async () => {
    const reply = await user.send('GET', `/api/bulk-runs/${runId}/columns`);
    expect(reply.json()).toEqual({ columns: ['Serial', 'Maker', 'Notes', 'Notes (2)'] });
  });

  it('are part of the results on request, shortened, also in filtered ones', async () => {
    const rows = await list('columns=3,0');
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['one', 'ACTV123'],
      ['two', 'UNKN404'],
      ['three', 'PF123456'],
      ['four', ''],
      ['five', 'EXPD006'],
      ['', 'ACTV123'],
    ]);
    const [expired] = await list('columns=2,499&filter=expired');
    expect([expired?.row, expired?.cells]).toEqual([5, ['\u{1F4BB}'.repeat(200), '']]);
    expect((await list(''))[0]).not.toHaveProperty('cells');
  });

  it.each(['columns=', 'columns=a', 'columns=1,', `columns=${Array(21).fill(1).join()}`])(
    'are refused if they are no positions: %s',
    async (query) => {
      const reply = await user.send('GET', `/api/bulk-runs/${runId}/results?${query}`);
      expect(reply.statusCode).toBe(400);
    },
  );
});
