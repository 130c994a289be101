import { describe, expect, it } from 'vitest';
import { canSort, directionOf, nextSort, parseSort, sortKeyOf } from './result-sort.ts';
import { tableColumns } from './table-columns.ts';

describe('the order of results', () => {
  it('goes from ascending to descending and back to the order of the file', () => {
    const first = nextSort(null, 'endDate');
    const second = nextSort(first, 'endDate');
    expect([first, second, nextSort(second, 'endDate')]).toEqual(['endDate', '-endDate', null]);
    expect(nextSort('-endDate', 'modelNumber')).toBe('modelNumber');
  });

  it('is read from the address, whatever is in it', () => {
    expect(['endDate', '-endDate', '--endDate', 'error', '', 7, undefined].map(parseSort)).toEqual([
      ...['endDate', '-endDate'],
      ...[null, null, null, null, null],
    ]);
  });

  it('is shown on one column only', () => {
    expect(directionOf('-endDate', 'endDate')).toBe('descending');
    expect(directionOf('endDate', 'endDate')).toBe('ascending');
    expect(directionOf('endDate', 'startDate')).toBe('none');
  });

  it('is offered for fields of the result, not for columns of the file of the same name', () => {
    const columns = tableColumns(['endDate', 'daysRemaining', 'file:endDate'], ['endDate']);
    expect(columns.map(sortKeyOf)).toEqual(['modelNumber', 'endDate', null, null]);
  });

  it('needs a finished run that is not too large', () => {
    expect(canSort({ status: 'completed', totalRows: 100_000 })).toBe(true);
    expect(canSort({ status: 'completed', totalRows: 100_001 })).toBe(false);
    expect(canSort({ status: 'paused', totalRows: 10 })).toBe(false);
  });
});
