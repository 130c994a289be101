import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { endMatcher } from '@warranty/domain/end-filter';
import { parse } from 'papaparse';
import { describe, expect, it } from 'vitest';
import { startBulkFixture } from '../../../test/bulk.ts';

const known = ['ACTV123', 'EXPR010', 'EXPD006', 'NOCOVER', 'NULLDTS', 'UNKN404', 'ENDS005', 'ACTV123'];
const samples = Array.from(
  { length: 300 },
  (_, at) => `SMP${at.toString(36).toUpperCase().padStart(4, '0')}`,
);
const rowsOfFile = [...[...known, ...samples].map((serial) => `${serial},Dell`), ',Dell', 'XYZ,Acme'];

const scene = await startBulkFixture();
const user = await scene.startBulkUser();
const { id } = await user.run(`Serial,Maker\n${rowsOfFile.join('\n')}\n`);
const run = `/api/bulk-runs/${id}`;
const readAll = (query: Record<string, string>) => user.allResults(id, query);
const everyRow = await readAll({ limit: '1000' });

const numbers = (rows: readonly BulkResultRow[]) => rows.map(({ row }) => row);
const expected = (ends: string) => numbers(everyRow.filter(endMatcher(ends, new Date())));

/** Half of the dates are before it. */
const middle = () => {
  const dates = everyRow.flatMap(({ endDate }) => endDate ?? []).sort();
  return dates[dates.length >> 1] ?? '';
};

describe.each(['expired', '30', '60', '90', '180', 'from', 'to', 'day'])('rows that end: %s', (name) => {
  const ranges: Record<string, (date: string) => string> = {
    from: (date) => `${date}..`,
    to: (date) => `..${date}`,
    day: (date) => `${date}..${date}`,
  };
  const filterOf = () => ranges[name]?.(middle()) ?? name;

  it('are listed in file order, sorted, and together with a search', async () => {
    const ends = filterOf();
    const wanted = expected(ends);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(everyRow.length / 1.2);
    expect(numbers(await readAll({ ends, limit: '7' }))).toEqual(wanted);
    const sorted = numbers(await readAll({ ends, sort: '-modelNumber', limit: '50' }));
    expect(sorted.toSorted((a, b) => a - b)).toEqual(wanted);
    const found = everyRow.filter(
      ({ row, modelNumber }) => wanted.includes(row) && modelNumber.includes('2'),
    );
    expect(numbers(await readAll({ ends, search: '2' }))).toEqual(numbers(found));
  });

  it('are the rows of the download, also of a workbook', async () => {
    const ends = filterOf();
    const { data } = parse<string[]>((await user.file(id, `?ends=${ends}`)).trimEnd());
    const serials = data.slice(1).map(([serial]) => serial);
    expect(serials).toEqual(expected(ends).map((row) => rowsOfFile[row - 1]?.split(',')[0]));
    const workbook = await user.send('GET', `${run}/file?format=xlsx&ends=${ends}`);
    expect(workbook.statusCode).toBe(200);
  });
});

it('rows that end soon are counted by the report', async () => {
  const { endsWithin } = await user.report(id, '?rows=none');
  for (const days of ['30', '60', '90', '180']) expect(endsWithin[days]).toBe(expected(days).length);
});

it('an end date and a status can be combined', async () => {
  const ends = '180';
  const both = everyRow.filter(({ status }) => status === 'active').filter(endMatcher(ends, new Date()));
  expect(both.length).toBeGreaterThan(0);
  expect(numbers(await readAll({ ends, filter: 'active' }))).toEqual(numbers(both));
});

it.each(['31', '..', '2026-11', 'soon'])('%s is refused', async (ends) => {
  for (const path of ['results', 'file'])
    expect((await user.send('GET', `${run}/${path}?ends=${ends}`)).statusCode).toBe(400);
});
