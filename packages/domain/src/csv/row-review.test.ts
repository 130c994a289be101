import { expect, it } from 'vitest';
import { profilesOf } from '../../test/csv.ts';
import { nameColumns } from './columns.ts';
import { createRowReader } from './row.ts';
import { createRowReviewer } from './row-review.ts';

const columns = nameColumns(['Serial', 'Maker', 'Model']);
const mapping = { modelNumber: 'Serial', manufacturer: 'Maker', deviceModel: 'Model' };
const tag = (at: number) => `7XK${at.toString(36).toUpperCase().padStart(4, '0')}`;
const tags = (count: number) => Array.from({ length: count }, (_, at) => [tag(at), 'Dell', '']);

function review(rows: string[][]) {
  const read = createRowReader({ columns, mapping, damage: profilesOf(columns.length, rows) });
  const reviewer = createRowReviewer(columns, mapping);
  for (const [index, cells] of rows.entries()) reviewer.add({ line: index + 2, cells }, read(cells));
  return reviewer.review();
}

it('has nothing to say about intact rows', () => expect(review(tags(50))).toEqual({}));

it('lists damaged cells with what becomes of them', () => {
  const found = review([
    ...tags(20),
    ['="5TQ8R14"', 'Dell', ''],
    ['1.23E+11', 'Dell', ''],
    ['12345', 'Dell', ''],
  ]);
  expect(found.wrapped).toMatchObject({
    count: 1,
    rows: [{ row: 21, line: 22, cell: '="5TQ8R14"', lookedUpAs: '5TQ8R14' }],
  });
  expect(found.scientific?.rows).toMatchObject([
    { row: 22, lookedUpAs: null, reason: expect.stringContaining('its last digits are lost') },
  ]);
  expect(found.zeros?.rows).toMatchObject([{ row: 23, cell: '12345', lookedUpAs: '0012345' }]);
});

it.each([
  ['no-identifier', ['', 'Dell', '']],
  ['placeholder', ['None', 'Dell', '']],
  ['not-a-serial', ['siehe Etikett', 'Dell', '']],
  ['model-name', ['Latitude 5440', 'Dell', '']],
  ['no-manufacturer', ['PF3A1B2C', '', '']],
] as const)('lists rows that are skipped: %s', (issue, cells) => {
  const listed = review([...tags(3), [...cells]])[issue];
  expect(listed).toMatchObject({ count: 1, rows: [{ row: 4, cell: cells[0], lookedUpAs: null }] });
  expect(listed?.rows[0]?.reason).toBeTruthy();
});

it('lists identifiers that are looked up in another spelling', () =>
  expect(review([...tags(3), [' 5tq8r14 ', 'Dell', '']]).normalized?.rows).toMatchObject([
    { row: 4, cell: ' 5tq8r14 ', lookedUpAs: '5TQ8R14' },
  ]));

it('lists rows whose model contradicts the manufacturer', () =>
  expect(review([[tag(1), 'Dell', 'HP EliteBook 840']]).conflict?.rows[0]?.reason).toBe(
    'The file says Dell, but the model or serial number looks like HP. Dell is used.',
  ));

it('counts every repeated device, whatever its spelling, and names the first row', () => {
  const found = review([...tags(5), [tag(2), 'Dell', ''], [` ${tag(2).toLowerCase()}`, 'DELL INC', '']]);
  expect(found.duplicate).toMatchObject({
    count: 2,
    rows: [
      { row: 6, reason: 'The same device as in row 4.' },
      { row: 7, reason: 'The same device as in row 4.' },
    ],
  });
});

it('does not call rows that are not looked up duplicates', () =>
  expect(
    review([
      ['', 'Dell', ''],
      ['', 'Dell', ''],
      ['None', 'Dell', ''],
      ['None', 'Dell', ''],
    ]),
  ).not.toHaveProperty('duplicate'));

it('counts all rows but lists only the first hundred, with the start of long cells', () => {
  const found = review(Array.from({ length: 250 }, () => ['Latitude '.repeat(100), 'Dell', '']));
  expect(found['model-name']?.count).toBe(250);
  expect(found['model-name']?.rows).toHaveLength(100);
  expect(found['model-name']?.rows[0]?.cell).toHaveLength(200);
});
