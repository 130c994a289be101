import { readFileSync } from 'node:fs';
import type { DateFormats } from '@warranty/contracts/date-format';
import type { FieldMapping, PurchaseDateChoice } from '@warranty/contracts/field-mapping';
import { describe, expect, it } from 'vitest';
import { profilesOf } from '../../test/csv.ts';
import { decideDates } from './date-decision.ts';
import { formatText } from './dates.ts';
import { detectMapping } from './mapping.ts';
import { sniff } from './sniff.ts';
import { openTable } from './table.ts';

interface Given {
  mapping?: FieldMapping;
  purchaseDate?: PurchaseDateChoice;
  chosen?: DateFormats;
}

function decide(bytes: Uint8Array, { mapping, ...given }: Given = {}) {
  const table = openTable(sniff(bytes));
  const rows = [...table.feed(bytes), ...table.end()].map(({ cells }) => cells);
  const { columns } = table;
  const profiles = profilesOf(columns.length, rows);
  const decisions = decideDates({
    ...{ columns, profiles, mapping: mapping ?? detectMapping(columns, profiles).mapping },
    ...given,
  });
  return Object.fromEntries(
    decisions.map(({ field, format, from, isOpen }) => [
      field,
      `${formatText(format)}, ${from}${isOpen ? ', open' : ''}`,
    ]),
  );
}

const fixture = (name: string) => readFileSync(new URL(`../../corpus/${name}.csv`, import.meta.url));
/** A file with these columns and at least one blank cell in each. */
function file(columns: Record<string, readonly string[]>): Uint8Array {
  const names = ['Serial', ...Object.keys(columns)];
  const length = Math.max(...Object.values(columns).map((cells) => cells.length));
  const rows = Array.from({ length: length + 1 }, (_, index) =>
    [`7XK2P${index + 10}`, ...Object.values(columns).map((cells) => cells[index] ?? '')].join(';'),
  );
  return new TextEncoder().encode([names.join(';'), ...rows].join('\n'));
}

describe('the date format', () => {
  it('is the most frequent one of a column that mixes formats, and otherwise shared between columns', () => {
    expect(decide(fixture('dates-german'))).toEqual({
      startDate: 'dd.mm.yyyy, file',
      endDate: 'mm/dd/yyyy, column',
      shipDate: 'dd.mm.yyyy, column',
      purchaseDate: 'dd.mm.yyyy, column',
    });
    expect(decide(fixture('dates-in-five-forms'))).toEqual({
      startDate: 'dd/mm/yyyy, file',
      endDate: 'yyyy-mm-dd, column',
      shipDate: 'dd/mm/yyyy, file',
      purchaseDate: 'dd/mm/yyyy, column',
    });
  });

  it("is the user's choice, which other columns follow if it is the only one", () => {
    const chosen = { endDate: 'dd.mm.yyyy', purchaseDate: 'dd.mm.yyyy' };
    expect(decide(fixture('dates-german'), { chosen })).toMatchObject({
      startDate: 'dd.mm.yyyy, file',
      endDate: 'dd.mm.yyyy, user',
      purchaseDate: 'dd.mm.yyyy, user',
    });
    const other = { ...chosen, endDate: 'd mmm yyyy' };
    expect(decide(fixture('dates-german'), { chosen: other }).startDate).toBe('yyyy-mm-dd, default');
  });

  it.each([
    ['one blank and one with dates', { Ends: [''], Bought: ['31.12.2023'] }, 'dd.mm.yyyy, file'],
    ['columns that disagree', { Ends: ['2023-12-31'], Bought: ['31.12.2023'] }, 'yyyy-mm-dd, default'],
    ['no dates', { Ends: [''], Bought: [''] }, 'yyyy-mm-dd, default'],
    ['only a mixed column', { Ends: ['31.12.2023', '2023-12-31'], Bought: [''] }, 'yyyy-mm-dd, default'],
  ])('of a new column depends on the other columns: %s', (_, columns, expected) => {
    const mapping = { modelNumber: 'Serial', endDate: 'Ends', purchaseDate: 'Bought' };
    expect(decide(file(columns), { mapping }).startDate).toBe(expected);
  });

  it.each([
    ['if no row determines the order', ['03/04/2023', '05/06/2023'], 'yyyy-mm-dd, column, open'],
    ['if rows contradict each other', ['31/12/2023', '12/31/2023'], 'yyyy-mm-dd, column, open'],
    ['but not if only the padding differs', ['31.12.2023', '1.2.2023'], 'd.m.yyyy, column'],
    ['but not if times differ in length', ['2023-12-31 8:15', '2023-12-30 10:15'], 'yyyy-mm-dd 0:00, column'],
  ])('is open %s', (_, dates, expected) => {
    const mapping = { modelNumber: 'Serial', endDate: 'Ends' };
    expect(decide(file({ Ends: dates }), { mapping }).endDate).toBe(expected);
  });

  it('is not open if there is no blank cell to fill', () => {
    const bytes = new TextEncoder().encode('Serial;Ends\n7XK2P93;31.12.2023\n7XK2P94;2023-12-31\n');
    expect(decide(bytes, { mapping: { modelNumber: 'Serial', endDate: 'Ends' } }).endDate).not.toContain(
      'open',
    );
  });

  it('is not taken from numbers in another column that only look like dates', () => {
    const purchaseDate = { mode: 'update', column: 'Notes' } as const;
    const notes = ['45000', 'in store', 'room 7'];
    const mapping = { modelNumber: 'Serial' };
    expect(decide(file({ Notes: notes }), { mapping, purchaseDate }).purchaseDate).toBe(
      'yyyy-mm-dd, default',
    );
  });
});
