import type { RowResult } from '@warranty/contracts/csv-enrichment';
import { noHardware } from '@warranty/contracts/warranty';
import { describe, expect, it } from 'vitest';
import { itemsOf, listCsv, listProblem, rowOf } from './list-items.ts';

describe('listProblem', () => {
  it.each([
    ['  \n ', 'At least one item is required'],
    [',;\n,', 'Serial number is required'],
    ['7XK2P93', null],
  ])('for %j is %s', (text, problem) => expect(listProblem(text)).toBe(problem));

  it('for more than a thousand items includes their number', () => {
    const list = (count: number) => Array.from({ length: count }, (_, at) => `TAG${at}`).join('\n');
    expect(listProblem(list(1000))).toBeNull();
    expect(listProblem(list(1001))).toContain('this one has 1,001');
    expect(listProblem(`${list(1000)}\n${list(1000)}`)).toBeNull();
  });
});

it('includes the manufacturer only if one was selected or listed, and each device once', () => {
  expect(itemsOf('A\na', '')).toEqual([{ serialNumber: 'A' }]);
  expect(itemsOf('A', 'HP')).toEqual([{ serialNumber: 'A', manufacturer: 'HP' }]);
  expect(itemsOf('A, HP', 'Dell')).toEqual([{ serialNumber: 'A', manufacturer: 'HP' }]);
});

const result: RowResult = {
  ...{ modelNumber: '7XK2P93', manufacturer: 'Dell', manufacturerEvidence: '', coverKind: 'warranty' },
  ...{ status: 'active', startDate: '2024-01-02', endDate: '2027-01-01', endsAt: '2027-01-01T23:59:59Z' },
  ...{ serviceLevel: 'Basic, onsite', description: null, allEntitlements: [], hardware: noHardware },
  ...{ source: null, outcome: 'found', noCoverage: false },
};

const now = new Date('2026-06-01T12:00:00Z');

it('converts a result to a row of a run', () =>
  expect(rowOf(result, 4)).toMatchObject({ row: 5, modelNumber: '7XK2P93', outcome: 'found', error: null }));

it('leaves an unknown manufacturer blank and reports why the row was not looked up', () => {
  const error = "Could not tell who made 'QQ'. Choose a manufacturer and try again.";
  const unknown: RowResult = {
    ...{ ...result, modelNumber: 'QQ', manufacturer: null, outcome: 'skipped', status: 'unknown' },
    ...{ startDate: null, endDate: null, endsAt: null, error },
  };
  expect(rowOf(unknown, 0).manufacturer).toBeNull();
  expect(listCsv([unknown], now).split('\r\n')[1]).toBe(`QQ,,,,,,,,,,,,${error}`);
});

it('writes the list in the CSV format shared by all exports', () => {
  const [header, row] = listCsv([result], now).split('\r\n');
  expect(header?.startsWith('\uFEFFSerial Number,Manufacturer,Warranty Status,')).toBe(true);
  expect(row).toContain('7XK2P93,Dell,Active,2024-01-02,2027-01-01,"Basic, onsite"');
});
