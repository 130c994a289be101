import { describe, expect, it } from 'vitest';
import { nameColumns } from './columns.ts';
import { planEnrichment } from './enrich.ts';
import { previewCell, previewColumns } from './preview.ts';
import { createRowReader } from './row.ts';
import { createRowCounter, summarize } from './summary.ts';

const columns = nameColumns(['Serial', 'Make', 'Expires', 'Bought', 'Level', 'Tag', 'Notes']);
const mapping = {
  modelNumber: 'Serial',
  manufacturer: 'Make',
  endDate: 'Expires',
  purchaseDate: 'Bought',
  serviceLevel: 'Level',
  serviceTag: 'Tag',
};
const rows = [
  ['7XK2P93', 'Dell', '', '2024-01-01', 'ProSupport', '', ''],
  ['5TQ8R14', '', '2027-01-01', '', ' ', '5TQ8R14', ''],
  ['5CG2140XYZ', 'HP', '', '', '', '', ''],
  ['', 'Dell', '', '', '', '', ''],
];

function counts() {
  const read = createRowReader({ columns, mapping });
  const counter = createRowCounter(columns.length);
  for (const cells of rows) counter.add(cells, read(cells));
  return counter.counts();
}

describe('summarize', () => {
  const added = [
    ...['Warranty Status', 'Warranty Start Date', 'Product Code', 'System Description', 'Ship Date'],
    ...['Warranty Source', 'Warranty Error'],
  ].map((fieldName) => ({ fieldName, updatesCount: 2 }));

  it('counts the cells that may be written, in rows to look up', () => {
    const plan = planEnrichment({ columns, mapping, fillBlankFields: true });
    expect(summarize(counts(), plan)).toEqual({
      totalRows: 4,
      totalUpdates: 5 + 14,
      fieldUpdates: [
        { fieldName: 'Bought', updatesCount: 1 },
        { fieldName: 'Expires', updatesCount: 1 },
        { fieldName: 'Level', updatesCount: 1 },
        { fieldName: 'Tag', updatesCount: 1 },
        { fieldName: 'Make', updatesCount: 1 },
        ...added,
      ],
      manufacturerStats: {
        provided: 2,
        normalized: 0,
        guessed: 1,
        skipped: 1,
        conflicts: 0,
        nonDellFiltered: 1,
      },
    });
  });

  it('respects `fillBlankFields` without reading the rows again', () => {
    const plan = planEnrichment({ columns, mapping, fillBlankFields: false });
    expect(summarize(counts(), plan)).toMatchObject({ totalUpdates: 14, fieldUpdates: added });
  });

  it('counts a column once if two fields share it', () => {
    const shared = { modelNumber: 'Serial', endDate: 'Expires', startDate: 'Expires' };
    const plan = planEnrichment({ columns, mapping: shared, fillBlankFields: true });
    const names = summarize(counts(), plan).fieldUpdates.map(({ fieldName }) => fieldName);
    expect(names.filter((name) => name === 'Expires')).toHaveLength(1);
  });
});

describe('the counts of lookups', () => {
  const countedWith = (vendors: string[]) => {
    const read = createRowReader({ columns, mapping, vendors });
    const counter = createRowCounter(columns.length);
    const given = [
      ...rows,
      ['5CG2140XYA', 'HP'],
      ['EliteBook 840 G8', 'HP'],
      ['PF3A1B2C', ''],
      ...['Acer', 'Asus', 'Acer', 'Fujitsu', 'Toshiba', 'Sony'].map((name) => ['NXABC12345', name]),
    ];
    for (const cells of given) counter.add(cells, read(cells));
    return counter.counts();
  };

  it.each([[['Dell']], [['Dell', 'HP']]])('have every row once, whatever is looked up: %j', (vendors) =>
    expect(countedWith(vendors).lookups).toEqual({
      byVendor: { Dell: 2, HP: 2 },
      others: { rows: 6, names: ['Acer', 'Asus', 'Fujitsu', 'Toshiba'] },
      skipped: { 'no-identifier': 1, 'model-name': 1, 'no-manufacturer': 1 },
    }),
  );
});

describe('the preview', () => {
  it('shows the first five mapped columns in file order, then the purchase date', () => {
    const plan = planEnrichment({ columns, mapping, fillBlankFields: true });
    expect(previewColumns(columns, mapping, plan)).toEqual([0, 1, 2, 4, 5, 3]);
  });

  it('shows the new purchase date if the file has none, or else the start date', () => {
    const few = { modelNumber: 'Serial', endDate: 'Expires', startDate: 'Bought' };
    const plan = planEnrichment({ columns, mapping: few, fillBlankFields: true });
    expect(previewColumns(columns, few, plan)).toEqual([0, 2, 3, plan.header.indexOf('Purchase Date')]);
    const without = planEnrichment({
      columns,
      mapping: few,
      fillBlankFields: true,
      unticked: ['Purchase Date'],
    });
    expect(previewColumns(columns, few, without)).toEqual([0, 2, 3]);
  });

  it('also shows a mapped column that is not filled', () => {
    const plan = planEnrichment({ columns, mapping, fillBlankFields: false });
    expect(previewColumns(columns, mapping, plan).at(-1)).toBe(3);
  });

  it.each([
    ['short', 'short'],
    ['exactly twenty chars', 'exactly twenty chars'],
    ['twenty-one characters', 'twenty-one characte…'],
    ['😀'.repeat(20), '😀'.repeat(20)],
    ['😀'.repeat(21), `${'😀'.repeat(19)}…`],
  ])('truncates %j', (cell, cut) => expect(previewCell(cell)).toBe(cut));
});
