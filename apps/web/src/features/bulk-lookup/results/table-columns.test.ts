import { describe, expect, it } from 'vitest';
import {
  canSort,
  defaultColumns,
  defaultKeys,
  fileColumnKey,
  filePlaces,
  isSortable,
  tableColumns,
} from './table-columns.ts';

const labels = (keys: readonly string[], file: string[] = []) =>
  tableColumns(keys, file).map(({ label }) => label);

describe('the columns of the results', () => {
  it('are those of the specification unless others are chosen', () =>
    expect(defaultColumns.map(({ label }) => label)).toEqual(
      'Model Number|Manufacturer|Status|Start Date|End Date|Service Level|Days Remaining'.split('|'),
    ));

  it('always start with the model number, and keep their order', () =>
    expect(labels(['endDate', 'line', 'status'])).toEqual(['Model Number', 'Row', 'Status', 'End Date']));

  it('include those of the file that it has, in its order', () => {
    const keys = [...['Room', 'Asset', 'Gone'].map(fileColumnKey), 'status'];
    expect(labels(keys, ['Asset', 'Serial', 'Room'])).toEqual(['Model Number', 'Status', 'Asset', 'Room']);
    expect(filePlaces(tableColumns(keys, ['Asset', 'Serial', 'Room']))).toEqual([0, 2]);
  });

  it('are not confused with a column of the file that has the same name', () =>
    expect(
      labels([...defaultKeys, fileColumnKey('Status')], ['Status']).filter((one) => one === 'Status'),
    ).toEqual(['Status', 'Status']));

  it('include at most as many of the file as the server lists', () => {
    const file = Array.from({ length: 50 }, (_, index) => `Column ${index}`);
    expect(filePlaces(tableColumns(file.map(fileColumnKey), file))).toHaveLength(20);
  });
});

describe('the order of results', () => {
  it('is offered for fields of the result, not for columns of the file of the same name', () => {
    const columns = tableColumns(['endDate', 'daysRemaining', 'file:endDate'], ['endDate']);
    expect(columns.map(isSortable)).toEqual([true, true, false, false]);
  });

  it('needs a finished run that is not too large', () => {
    expect(canSort({ status: 'completed', totalRows: 100_000 })).toBe(true);
    expect(canSort({ status: 'completed', totalRows: 100_001 })).toBe(false);
    expect(canSort({ status: 'paused', totalRows: 10 })).toBe(false);
  });
});
