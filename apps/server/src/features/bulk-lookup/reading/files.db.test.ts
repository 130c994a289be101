import { workbookType } from '@warranty/contracts/bulk-lookup';
import { resultFilters } from '@warranty/contracts/bulk-results';
import { createReader } from '@warranty/domain/csv/reader';
import { afterEach, describe, expect, it } from 'vitest';
import { dellFile, startBulkFixture } from '../../../../test/bulk.ts';

const scene = await startBulkFixture({ BULK_LIVE_RUNS: '50' });
const user = await scene.startBulkUser();
afterEach(() => scene.simulator.reset());

function parse(text: string, delimiter = ','): string[][] {
  const reader = createReader({ delimiter });
  return [...reader.feed(text.replace(/^\uFEFF/, '')), ...reader.end()].map(({ cells }) => cells);
}

describe('the file of a run', () => {
  it('has all columns in order, overwrites nothing and fills blanks in the format of the column', async () => {
    const csv = [
      'Notes;Serial;Maker;Warranty End Date;Purchase Date',
      '"a; ""quoted""\nnote";B000003;Dell;;01.02.2020',
      'kept;B000004;Dell;31.12.2030;',
      'other;PF123456;Lenovo;;',
    ].join('\r\n');
    const fieldMapping = {
      ...{ modelNumber: 'Serial', manufacturer: 'Maker' },
      ...{ endDate: 'Warranty End Date', purchaseDate: 'Purchase Date' },
    };
    const { id } = await user.run(csv, { fieldMapping });
    const text = await user.file(id);
    expect(text.startsWith('\uFEFFNotes;Serial;Maker;Warranty End Date;Purchase Date;Warranty Status')).toBe(
      true,
    );
    const [header = [], first = [], second = [], third = []] = parse(text, ';');
    expect(first.slice(0, 3)).toEqual(['a; "quoted"\nnote', 'B000003', 'Dell']);
    expect(first[3]).toMatch(/^\d\d\.\d\d\.\d{4}$/);
    expect(first[4]).toBe('01.02.2020');
    expect(second.slice(0, 4)).toEqual(['kept', 'B000004', 'Dell', '31.12.2030']);
    expect(second[4]).toMatch(/^\d\d\.\d\d\.\d{4}$/);
    expect(third.slice(0, 5)).toEqual(['other', 'PF123456', 'Lenovo', '', '']);
    expect(third.slice(5, -1).every((cell) => cell === '')).toBe(true);
    expect(third.at(-1)).toBe('Not looked up: Lenovo was off in this run.');
    expect(header).toContain('Warranty Source');
  });

  it('excludes deselected columns, and contains unguarded formulas only on request', async () => {
    const { id } = await user.run('Serial,Maker,Notes\nB000003,Dell,=1+1\n');
    const guarded = await user.file(id);
    expect(guarded).toContain("'=1+1");
    const raw = await user.file(
      id,
      `?raw=true&without=${encodeURIComponent('["Warranty Status","Ship Date"]')}`,
    );
    expect(raw).toContain(',=1+1');
    expect(parse(raw)[0]).not.toContain('Warranty Status');
    expect(parse(raw)[0]).toContain('Warranty End Date');
    const report = await user.report(id);
    expect(report).toMatchObject({ guardedCells: 1, rowsCompared: 1 });
    expect(report.changes.every((change: { before: string }) => change.before === '')).toBe(true);
  });

  it('restores leading zeros that a spreadsheet dropped if the whole column proves the width', async () => {
    const tags = Array.from({ length: 80 }, (_, index) => `Z${String(index).padStart(6, '0')}`);
    const { id } = await user.run(`Serial,Maker\n${tags.join(',Dell\n')},Dell\n123456,Dell\n`);
    const { rows } = await user.results(id, '?after=80');
    expect(rows[0]).toMatchObject({
      modelNumber: '0123456',
      manufacturer: 'Dell',
      outcome: expect.stringMatching(/found|not-known/),
    });
  });

  it.each([
    ['', 'file_empty', 'CSV file is empty'],
    ['Serial,Maker\n', 'file_empty', 'CSV file is empty'],
    ['Name,Place\nx,y\n', 'columns_missing', /Missing: modelNumber/],
    [`Serial,Maker\n"never closed${'x'.repeat(40_000)}`, 'file_refused', /^Failed to parse CSV: .*line 2/],
    ['PK\u0003\u0004 a workbook', 'workbook_refused', /^The workbook is damaged\./],
  ])('is rejected if it is unusable: %#', async (csv, code, sentence) => {
    const { id } = await user.create();
    const reply = await user.upload(id, csv);
    expect([reply.statusCode, reply.json().code]).toEqual([422, code]);
    expect(reply.json().error).toMatch(sentence);
    expect((await user.read(id)).status).toBe('error');
  });

  it('must be CSV or a workbook', async () => {
    const { id } = await user.create();
    const json = await user.send('PUT', `/api/bulk-runs/${id}/source`, { a: 1 });
    expect([json.statusCode, json.json().error]).toEqual([
      415,
      `The request body must be text/csv or ${workbookType}.`,
    ]);
  });

  it('reports ragged rows with their line numbers', async () => {
    const run = await user.run('Serial,Maker,Notes\nB000003,Dell\nB000004,Dell,x,too,many\n');
    expect(run).toMatchObject({ noticesCount: 2, notices: [{ line: 2 }, { line: 3 }] });
  });
});

describe('the file of a filter', () => {
  it.each(resultFilters)('has exactly the %s rows of the results, in their order', async (filter) => {
    const others = 'B000001,Lenovo,not processed\n,,skipped\nNOTHERE,Dell,unknown to the vendor\n';
    const { id } = await user.run(dellFile(1200) + others);
    const [header = [], ...written] = parse(await user.file(id, `?filter=${filter}`));
    const whole = parse(await user.file(id)).slice(1);
    expect(header.slice(0, 3)).toEqual(['Serial', 'Maker', 'Notes']);
    const listed = await user.allResults(id, { limit: '1000', filter });
    expect(written).toEqual(listed.map(({ row }) => whole[row - 1]));
  });

  it('is refused for a filter that does not exist', async () => {
    const { id } = await user.run(dellFile(1));
    expect((await user.send('GET', `/api/bulk-runs/${id}/file?filter=nothing`)).statusCode).toBe(400);
  });
});

it('the report of a large run counts the changed cells of all rows on request, or of none', async () => {
  const { id } = await user.run(`Serial,Maker\n${'ACTV123,Dell\n'.repeat(21_500)}`);
  const read = (query: string) => user.report(id, query);
  expect(await read('')).toMatchObject({ rowsCompared: 20_000 });
  const whole = await read('?rows=all');
  expect(whole.rowsCompared).toBe(21_500);
  expect(whole.columns).toContainEqual({ column: 'Warranty End Date', kind: 'added', cells: 21_500 });
  const { statuses, expiriesPerMonth } = whole;
  expect(await read('?rows=none')).toMatchObject({
    statuses,
    expiriesPerMonth,
    rowsCompared: 0,
    changes: [],
  });
});

it('the results are paged, filtered and searched', async () => {
  const { id, counts } = await user.run(dellFile(250, 3000));
  const page = (query: string) => user.results(id, query);
  const first = await page('?limit=200');
  expect([first.rows.length, first.nextAfter]).toEqual([200, 200]);
  const second = await page('?after=200&limit=200');
  expect([second.rows.length, second.nextAfter]).toEqual([50, null]);
  expect((await page('?search=ROW%2017')).rows).toHaveLength(11);
  const byStatus = await Promise.all(
    ['active', 'expiring', 'expired', 'unknown'].map(
      async (status) => (await page(`?limit=1000&filter=${status}`)).rows.length,
    ),
  );
  expect(byStatus.reduce((sum, count) => sum + count, 0)).toBe(counts.found);
  expect((await page('?limit=1000&filter=failed')).rows).toHaveLength(counts['not-known']);
  const { statuses } = await user.report(id);
  expect(Object.values(statuses)).toEqual(byStatus);
});
