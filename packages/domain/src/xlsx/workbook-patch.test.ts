import { describe, expect, it } from 'vitest';
import { isoFormat } from '../csv/dates.ts';
import { parseFormatCode } from './number-formats.ts';
import { createStyleTable } from './style-table.ts';
import { formatCodeOf, planWorkbookPatch } from './workbook-patch.ts';

const format = (pattern: string) => ({ pattern, tail: '', order: null });

describe('the number format of a date', () => {
  it.each([
    ['yyyy-mm-dd', 'yyyy-mm-dd'],
    ['dd.mm.yyyy', 'dd\\.mm\\.yyyy'],
    ['m/d/yy', 'm\\/d\\/yy'],
    ['dd MMM yyyy', 'dd\\ mmm\\ yyyy'],
    ['[$-de]d. mmmm yyyy', '[$-407]d\\.\\ mmmm\\ yyyy'],
    ['[$-es]d "de" mmmm yyyy', '[$-40A]d\\ "de"\\ mmmm\\ yyyy'],
    ['serial', 'yyyy-mm-dd'],
  ])('%s is %s', (pattern, code) => {
    expect(formatCodeOf(format(pattern))).toBe(code);
    expect(parseFormatCode(code)).toEqual({ kind: 'date' });
  });
});

/** Style 0 is plain, 1 a date (14), 2 text. */
const tableOf = () =>
  createStyleTable({
    formats: [{ kind: 'plain' }, { kind: 'date' }, { kind: 'plain' }],
    formatIds: [0, 14, 49],
    freeFormatId: 164,
  });

const filled = (pattern = 'yyyy-mm-dd') => ({
  ...({ field: 'endDate', kind: 'filled', column: 'End', at: 1, mapped: 1 } as const),
  format: pattern === 'yyyy-mm-dd' ? isoFormat : format(pattern),
});

function patchOf(options: {
  dateStyles?: Record<number, number>;
  hasValues?: boolean;
  pattern?: string;
  is1904?: boolean;
}) {
  const styles = tableOf();
  const { dateStyles = {}, hasValues = false, pattern, is1904 = false } = options;
  const patch = planWorkbookPatch({
    plan: { header: ['Serial', 'End'], width: 2, targets: [filled(pattern)] },
    layout: { usedColumns: 2, dateStyles },
    ...{ headerLine: 1, styles, is1904, hasValues: () => hasValues },
  });
  const [cell] = patch.row({ line: 2, cells: ['A', ''] }, { endDate: '2027-01-21' }).cells;
  if (!cell) throw new Error('nothing is written');
  return { styles, write: (own: number) => patch.write(cell, own) };
}

const serial = '46408';

describe('a date in a blank cell', () => {
  it('keeps the style of a cell that shows dates', () =>
    expect(patchOf({ hasValues: true }).write(1)).toEqual({ style: 1, type: 'number', text: serial }));

  it('looks like the other dates of its column otherwise', () => {
    const { styles, write } = patchOf({ dateStyles: { 1: 1 }, hasValues: true });
    expect(write(2)).toEqual({ style: 3, type: 'number', text: serial });
    expect(styles.additions()).toEqual({
      formats: [],
      firstFormatId: 164,
      variants: [{ base: 2, formatId: 14 }],
    });
  });

  it('is a date in a blank column', () => {
    const { styles, write } = patchOf({});
    expect(write(0)).toEqual({ style: 3, type: 'number', text: serial });
    expect(styles.additions().formats).toEqual(['yyyy-mm-dd']);
  });

  it('is written like the others if those are text, or plain numbers', () => {
    const text = patchOf({ hasValues: true, pattern: 'dd.mm.yyyy' });
    expect(text.write(0)).toEqual({ style: 0, type: 'text', text: '21.01.2027' });
    expect(text.styles.additions().variants).toEqual([]);
    const number = patchOf({ hasValues: true, pattern: 'serial' });
    expect(number.write(0)).toEqual({ style: 0, type: 'number', text: serial });
  });

  it('is counted from 1904 where the workbook does', () =>
    expect(patchOf({ is1904: true }).write(1)).toEqual({ style: 1, type: 'number', text: '44946' }));
});

it('never writes to a cell with a value, and only once to a blank one', () => {
  const other = { ...filled(), field: 'purchaseDate' } as const;
  const patch = planWorkbookPatch({
    plan: { header: ['Serial', 'End'], width: 2, targets: [filled(), other] },
    layout: { usedColumns: 2, dateStyles: {} },
    ...{ headerLine: 1, styles: tableOf(), is1904: false, hasValues: () => false },
  });
  const answer = { endDate: '2027-01-21', purchaseDate: '2024-01-21' };
  expect(patch.row({ line: 2, cells: ['A', 'x'] }, answer).cells).toEqual([]);
  const [cell, ...others] = patch.row({ line: 2, cells: ['A', ' '] }, answer).cells;
  expect([cell?.value, others]).toEqual(['2027-01-21', []]);
});
