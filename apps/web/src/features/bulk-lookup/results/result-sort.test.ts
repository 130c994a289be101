import { describe, expect, it } from 'vitest';
import { canSort, isSortable } from './result-sort.ts';
import { tableColumns } from './table-columns.ts';

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
