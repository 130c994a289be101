import { detectMapping } from '@warranty/domain/csv/mapping';
import { createProfiler } from '@warranty/domain/csv/profile';
import type { IssueRows, RowReview } from '@warranty/domain/csv/row-review';
import { sniff } from '@warranty/domain/csv/sniff';
import { openTable } from '@warranty/domain/csv/table';
import { expect, it } from 'vitest';
import { findingsOf } from './checklist.ts';
import type { FileReading } from './csv-messages.ts';

function read(text: string): FileReading {
  const bytes = new TextEncoder().encode(text);
  const sniffed = sniff(bytes);
  const table = openTable(sniffed);
  const firstRows = [...table.feed(bytes), ...table.end()];
  const profiler = createProfiler(table.columns.length);
  for (const { cells } of firstRows) profiler.add(cells);
  const profiles = profiler.profiles();
  const columns = [...table.columns];
  const { mapping, notes } = detectMapping(columns, profiles);
  const { encoding, ...report } = table.report();
  const { delimiter, bom, hasSeparatorLine, hasHeader } = sniffed;
  return {
    ...report,
    hasHeader,
    form: { kind: 'csv', encoding, bom, delimiter, hasSeparatorLine },
    columns,
    profiles,
    detected: mapping,
    mappingNotes: notes,
    firstRows,
  };
}

const found = (text: string) => {
  const reading = read(text);
  return findingsOf(reading, reading.detected);
};
const of = (text: string, title: string) => found(text).filter((finding) => finding.title.startsWith(title));

const serials = Array.from({ length: 20 }, (_, index) => `7XK2P${index + 10}`);

it('reports the format of a plain file', () => {
  const text = `Serial Number;Owner\r\n${serials.map((serial) => `${serial};Anna`).join('\r\n')}`;
  expect(found(text).map(({ kind, title, text: words }) => `${kind} ${title}: ${words}`)).toEqual([
    'fine Encoding: UTF-8',
    'fine Delimiter: Semicolon',
    'fine Header row: Found, with 2 columns',
    'fine Rows: 20',
    'fine Identifiers: No spreadsheet damage found',
  ]);
});

it('reports that a bare list has no header', () =>
  expect(of(serials.join('\n'), 'Header row')).toMatchObject([{ kind: 'look' }]));

it.each([
  ['day first', ['31/01/2026', '02/03/2026'], 'fine', 'dd/mm/yyyy, day first'],
  ['month first', ['01/31/2026', '02/03/2026'], 'fine', 'mm/dd/yyyy, month first'],
  [
    'either',
    ['01/02/2026', '02/03/2026'],
    'look',
    '2 dates could be day-first or month-first, and no row settles it',
  ],
  [
    'in five forms',
    ['31/01/2026', '2026-01-31', '31.01.2026', '31-Jan-26', '31 January 2026'],
    'look',
    'Mixed: ',
  ],
  ['mixed', ['31/01/2026', '01/31/2026'], 'look', 'Mixed: 1 day-first and 1 month-first'],
] as const)('returns one finding for dates that are %s', (_, dates, kind, words) => {
  const text = `Serial Number,Purchase Date\n${dates.map((date, index) => `${serials[index]},${date}`).join('\n')}`;
  const [finding] = of(text, 'Dates in Purchase Date');
  expect(finding?.kind).toBe(kind);
  expect(finding?.text.startsWith(words)).toBe(true);
});

it('reports damaged identifiers and whether they are repaired', () => {
  const damaged = ['="5TQ8R14"', "'5TQ8R15", '1.23E+11', '123456'];
  const text = `Serial Number,Owner\n${[...serials, ...damaged].map((serial) => `${serial},Anna`).join('\n')}`;
  expect(
    of(text, 'Identifiers').map(({ kind, text: words }) => `${kind}: ${words.split(/[;(]/)[0]?.trim()}`),
  ).toEqual([
    'repaired: 1 identifier wrapped in a formula',
    'repaired: 1 identifier with a leading apostrophe. Looked up without it',
    'look: 1 number in scientific notation',
    'repaired: 1 identifier missing leading zeros. Restored, because all others have the same length',
  ]);
});

it('distinguishes columns with the same name', () =>
  expect(
    of(`Serial,Serial,\n${serials.map((serial) => `${serial},x,y`).join('\n')}`, 'Column names'),
  ).toMatchObject([{ kind: 'repaired', text: expect.stringContaining('2 names duplicated or missing') }]));

const listed = (count: number): IssueRows => ({
  count,
  rows: [
    {
      row: 1,
      line: 2,
      cell: 'x',
      manufacturer: '',
      model: '',
      conflict: null,
      lookedUpAs: null,
      reason: null,
    },
  ],
});

it('lists the rows of a finding once they are reviewed', () => {
  const reading = read(`Serial Number\n${[...serials, '1.23E+11'].join('\n')}`);
  const withRows = (review: RowReview | null) =>
    findingsOf(reading, reading.detected, review).filter((finding) => finding.listed);
  expect(withRows(null)).toEqual([]);
  expect(withRows({ scientific: listed(1), 'no-identifier': listed(1204) })).toMatchObject([
    { kind: 'look', title: 'Identifiers', listed: { count: 1 } },
    {
      kind: 'look',
      title: 'Missing identifiers',
      text: '1,204 rows without a service tag or serial number. Skipped',
    },
  ]);
});

it.each([
  [{}, 'None. No device is in the file twice'],
  [
    { duplicate: listed(1) },
    '1 row repeats a device of an earlier row. Each device is looked up once, and its result is written to every row',
  ],
])('tells how many rows repeat a device: %j', (review, text) => {
  const reading = read(`Serial Number\n${serials.join('\n')}`);
  expect(findingsOf(reading, reading.detected, review).at(-1)).toMatchObject({ title: 'Duplicates', text });
});
