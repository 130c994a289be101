import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { parse } from 'papaparse';
import { describe, expect, it } from 'vitest';
import {
  type TrialRow,
  trialCsv,
  trialDevices,
  trialHeaders,
  trialMapping,
  trialRowCount,
  trialRows,
  trialWorkbook,
} from '../../../../harness/workbooks/trial-file.ts';
import { startBulkFixture } from '../bulk.ts';
import { fastVendors } from '../keys.ts';
import { parseSheet, unzip } from './raw-package.ts';

const vendors = vendorsWithKeys.map(({ name }) => name);
const options = { fieldMapping: trialMapping, vendors, dateFormats: { endDate: 'dd.mm.yyyy' } };
const timeout = 120_000;

const scene = await startBulkFixture({ ...fastVendors, BULK_LIVE_RUNS: '10' });
const user = await scene.startBulkUser();
await user.saveKeys(...vendors);
const devices = trialDevices();
const list = ['Serial,Maker', ...devices.map(({ serial, manufacturer }) => `${serial},${manufacturer}`)].join(
  '\n',
);
const run = await user.run(`${list}\n`, { vendors });
expect(run).toMatchObject({ status: 'completed', counts: { 'not-processed': 0, failed: 0, skipped: 0 } });
const results = await user.allResults(run.id, { limit: '500' });
// The licenses of Meraki are no warranties, so their ends are in no column of one.
const ends = new Map(
  results.flatMap(({ row, endDate }) => {
    const { serial = '', manufacturer } = devices[row - 1] ?? {};
    return endDate && manufacturer !== 'Meraki' ? [[serial, endDate] as const] : [];
  }),
);
const rows = trialRows((serial) => ends.get(serial) ?? null);

const endOf = ({ serial }: TrialRow) => (serial === null ? undefined : ends.get(serial));
const expectedDifferences = () =>
  rows.filter((row) => row.end !== null && endOf(row) !== undefined && endOf(row) !== row.end).length;

async function runFile(bytes: Buffer) {
  const { id } = await user.create(options);
  const reply = await user.upload(id, bytes);
  expect([reply.statusCode, reply.json().error]).toEqual([202, undefined]);
  const run = await user.over(id);
  expect(run).toMatchObject({ status: 'completed', totalRows: trialRowCount });
  const { differences } = await user.report(id);
  return { id, differences };
}

const german = (iso: string) => iso.split('-').toReversed().join('.');

describe('the file of an asset manager with 2,000 rows', () => {
  it('is worth trying', () => {
    expect(ends.size).toBeGreaterThan(500);
    expect(expectedDifferences()).toBeGreaterThan(200);
  });

  it('comes back as CSV with every cell, and the vendor’s end date in every row that has one', {
    timeout,
  }, async () => {
    const { id, differences } = await runFile(trialCsv(rows));
    expect(differences.endDate).toBe(expectedDifferences());
    const text = (await user.file(id)).replace(/^\uFEFF/, '');
    const { data } = parse<string[]>(text, { delimiter: ';', skipEmptyLines: true });
    const [header = [], ...found] = data;
    const vendorAt = header.indexOf('Warranty End Date (vendor)');
    const changed = rows.flatMap(({ cells }, index) =>
      cells.filter((cell, at) => cell.trim() !== '' && found[index]?.[at] !== cell),
    );
    expect(changed).toEqual([]);
    expect(found.map((cells) => cells[vendorAt])).toEqual(rows.map((row) => german(endOf(row) ?? '')));
  });

  it('comes back as the same workbook, with the vendor’s end dates as dates', { timeout }, async () => {
    const original = trialWorkbook(rows);
    const { id, differences } = await runFile(original);
    expect(differences.endDate).toBe(expectedDifferences());
    const { rawPayload } = await user.send('GET', `/api/bulk-runs/${id}/file?format=xlsx`);
    const [before, after] = [original, rawPayload].map((bytes) => unzip(bytes));
    const parts = [...(before ?? [])].filter(([name, bytes]) => !after?.get(name)?.equals(bytes));
    expect(parts.map(([name]) => name)).toEqual(['xl/worksheets/sheet1.xml', 'xl/styles.xml']);
    const [sheet, result] = [before, after].map((each) =>
      parseSheet(String(each?.get('xl/worksheets/sheet1.xml'))),
    );
    const cellsOf = new Map(result?.rows.map(({ line, cells }) => [line, cells]));
    const changed = sheet?.rows.flatMap(({ line, cells }) =>
      cells.filter(({ isBlank, xml }) => !isBlank && !cellsOf.get(line)?.some((cell) => cell.xml === xml)),
    );
    expect(changed).toEqual([]);
    const inFile = rows.map((row, index) => {
      const end = endOf(row);
      const serial = end && (Date.parse(end) - Date.UTC(1899, 11, 30)) / 86_400_000;
      const beyond = cellsOf.get(index + 2)?.filter(({ column }) => column >= trialHeaders.length) ?? [];
      return (
        end === undefined || beyond.some(({ xml, type }) => type === 'n' && xml.includes(`<v>${serial}</v>`))
      );
    });
    expect(inFile.filter((isThere) => !isThere)).toEqual([]);
  });
});
