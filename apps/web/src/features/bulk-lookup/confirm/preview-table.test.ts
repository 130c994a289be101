import { nameColumns } from '@warranty/domain/csv/columns';
import { planEnrichment } from '@warranty/domain/csv/enrich';
import { expect, it } from 'vitest';
import { previewTable } from './preview-table.ts';

const columns = nameColumns(['Serial', 'Ends', 'Bought', 'A long free text']);
const mapping = { modelNumber: 'Serial', endDate: 'Ends' };
const reply = {
  originalRows: [{ Serial: '7XK2P93', Ends: '', Bought: '', 'A long free text': 'x' }],
  enrichedRows: [
    {
      Serial: '7XK2P93',
      Ends: '2027-01-01',
      Bought: '2024-01-01',
      'A long free text': 'x',
      'Warranty Start Date': '2024-01-02',
    },
  ],
};
const purchaseDate = { mode: 'update', column: 'Bought' } as const;
const tableWith = (fillBlankFields: boolean) =>
  previewTable(reply, columns, mapping, planEnrichment({ columns, mapping, fillBlankFields, purchaseDate }));

it('marks new values', () =>
  expect(tableWith(true).rows[0]?.map(({ whole, isNew }) => [whole, isNew])).toEqual([
    ['7XK2P93', false],
    ['2027-01-01', true],
    ['2024-01-01', true],
  ]));

it('without filling leaves mapped columns unchanged but still fills the selected purchase date', () =>
  expect(tableWith(false).rows[0]?.map(({ whole }) => whole)).toEqual(['7XK2P93', '', '2024-01-01']));

it('shows a new purchase date column last if no column is selected for it', () => {
  const dated = { ...mapping, startDate: 'Bought' };
  const plan = planEnrichment({ columns, mapping: dated, fillBlankFields: true });
  expect(previewTable(reply, columns, dated, plan).headers.at(-1)).toBe('Purchase Date');
});
