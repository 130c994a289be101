import type { BulkRowDetails } from '@warranty/contracts/bulk-results';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import { parse } from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { startBulkFixture } from '../../../test/bulk.ts';

const serials = ['B000001', 'B000002', 'B000003', 'B000004', 'B000005', 'UNKN404'];
const fieldMapping = {
  modelNumber: 'Serial',
  manufacturer: 'Maker',
  endDate: 'Expires',
  deviceModel: 'Model',
};

const scene = await startBulkFixture();
const user = await scene.startBulkUser();
const truth: WarrantyResult[] = await Promise.all(
  serials.map(async (modelNumber) => (await user.lookup(modelNumber, 'Dell')).json()),
);

const germanDate = (iso: string) => iso.split('-').toReversed().join('.');

/** Row 1 agrees, 2 has another date, 3 another model, 4 both, 5 has no values, and 6 is not known. */
const fileOf = (writeDate: (iso: string) => string) =>
  [
    'Serial,Maker,Expires,Model',
    ...serials.map((serial, index) => {
      const { endDate, hardware } = truth[index] as WarrantyResult;
      const date = index === 1 || index === 3 ? '2011-03-31' : (endDate ?? '2012-04-30');
      const model = index === 2 || index === 3 ? 'Wrong 9999' : `Dell ${hardware?.systemDescription}`;
      return index === 4 ? `${serial},Dell,,` : `${serial},Dell,${writeDate(date)},${model}`;
    }),
  ].join('\n');

describe.each([
  ['yyyy-mm-dd', (iso: string) => iso],
  ['dd.mm.yyyy', germanDate],
])('a file with dates as %s', (_, writeDate) => {
  let run: string;
  let csv: string;
  beforeAll(async () => {
    csv = fileOf(writeDate);
    run = (await user.run(csv, { fieldMapping })).id;
  });
  const rowsWith = async (query: string) => (await user.results(run, `?${query}`)).rows;
  const parsed = (text: string) =>
    parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data;

  it('comes back with the vendor’s end date next to its own, in its format', async () => {
    const rows = parsed(await user.file(run));
    const before = parsed(csv);
    for (const [index, row] of rows.entries()) {
      const end = truth[index]?.endDate;
      const vendor = end ? writeDate(end) : '';
      expect(row['Warranty End Date (vendor)']).toBe(vendor);
      expect(row.Expires).toBe(before[index]?.Expires || vendor);
    }
    expect(Object.keys(rows[0] ?? {}).filter((name) => name.includes('(vendor)'))).toEqual([
      'Warranty End Date (vendor)',
    ]);
  });

  it('has its differing rows counted and filtered, also in the download', async () => {
    expect((await user.report(run)).differences).toEqual({
      ...{ rows: 3, endDate: 2, model: 2, manufacturer: 0 },
    });
    expect((await rowsWith('filter=differs')).map(({ row }) => row)).toEqual([2, 3, 4]);
    expect((await rowsWith('filter=differs&sort=-modelNumber')).map(({ row }) => row)).toEqual([4, 3, 2]);
    expect((await rowsWith('filter=differs&search=B000003')).map(({ row }) => row)).toEqual([3]);
    const downloaded = parsed(await user.file(run, '?filter=differs'));
    expect(downloaded.map(({ Serial }) => Serial)).toEqual(serials.slice(1, 4));
  });

  it('has what the vendor says otherwise in the details of a row', async () => {
    const differences = async (row: number): Promise<BulkRowDetails['differences']> =>
      (await user.get(`/api/bulk-runs/${run}/rows/${row}`)).differences;
    const [, , , fourth] = truth;
    expect(await differences(4)).toEqual([
      { field: 'endDate', cell: 2, value: fourth?.endDate },
      { field: 'model', cell: 3, value: fourth?.hardware?.systemDescription },
    ]);
    for (const row of [1, 5, 6]) expect(await differences(row)).toEqual([]);
  });
});

it('rows without columns to compare do not differ', async () => {
  const { id } = await user.run('Serial,Maker\nB000001,Dell\n');
  const { rows } = await user.results(id, '?filter=differs');
  expect(rows).toEqual([]);
});

it('the preview of a file has the vendor’s column too', async () => {
  const csvData = [{ Serial: 'B000002', Maker: 'Dell', Expires: '2011-03-31' }];
  const { endDate, ...mapping } = { ...fieldMapping, deviceModel: undefined };
  const reply = await user.send('POST', '/api/warranty/csv-preview', {
    csvData,
    fieldMapping: { ...mapping, endDate },
  });
  expect(JSON.stringify(reply.json())).toContain('"Warranty End Date (vendor)"');
  expect(JSON.stringify(reply.json())).toContain('2011-03-31');
});
