import { nameColumns } from '@warranty/domain/csv/columns';
import { createProfiler } from '@warranty/domain/csv/profile';
import { expect, it } from 'vitest';
import { type DatedFile, dateFormatsToSend, dateOptions, dateQuestions, openReason } from './date-formats.ts';

function read(rows: string[][], dateChoices: DatedFile['dateChoices'] = new Map()): DatedFile {
  const columns = nameColumns(['Serial', 'Ends', 'Bought', 'Shipped']);
  const profiler = createProfiler(columns.length);
  for (const cells of rows) profiler.add(cells);
  const reading = { columns, profiles: profiler.profiles() };
  const mapping = { modelNumber: 'Serial', endDate: 'Ends', purchaseDate: 'Bought', shipDate: 'Shipped' };
  return { reading, mapping, purchaseDate: null, dateChoices };
}

const mixed = [
  ['7XK2P93', '2026-12-31', '31.12.2023', '31.12.2023'],
  ['5TQ8R14', '31.12.2026', '', '30.12.2023'],
  ['5TQ8R15', '', '', '30.12.2023'],
];

it('takes the most frequent format of a column that mixes them', () =>
  expect(
    dateQuestions(read(mixed)).map(({ column, format, from, isOpen }) => [column, format, from, isOpen]),
  ).toEqual([
    ['Ends', 'yyyy-mm-dd', 'column', false],
    ['Bought', 'dd.mm.yyyy', 'column', false],
    [null, 'dd.mm.yyyy', 'file', false],
  ]));

it('sends every format after the user has chosen', () => {
  const choices = new Map<string | null, string>([
    ['Ends', 'dd.mm.yyyy'],
    [null, 'd mmm yyyy'],
  ]);
  expect(dateFormatsToSend(read(mixed, choices))).toEqual({
    startDate: 'd mmm yyyy',
    endDate: 'dd.mm.yyyy',
    shipDate: 'dd.mm.yyyy',
    purchaseDate: 'dd.mm.yyyy',
  });
});

it('offers the formats of the column first, with an example of each', () => {
  const [question] = dateQuestions(read(mixed));
  expect(question && dateOptions(question).slice(0, 3)).toEqual([
    { value: 'yyyy-mm-dd', label: 'yyyy-mm-dd (2026-11-27)', hint: '1 here' },
    { value: 'dd.mm.yyyy', label: 'dd.mm.yyyy (27.11.2026)', hint: '1 here' },
    { value: 'dd/mm/yyyy', label: 'dd/mm/yyyy (27/11/2026)' },
  ]);
});

it('offers both orders for dates that are ambiguous in every row', () => {
  const [question] = dateQuestions(read([['7XK2P93', '03/04/2026', ''], ['5TQ8R14']]));
  expect(question && dateOptions(question).map(({ value }) => value)).toEqual([
    ...['dd/mm/yyyy', 'mm/dd/yyyy', 'yyyy-mm-dd', 'dd.mm.yyyy', 'dd-mm-yyyy', 'd mmm yyyy'],
  ]);
  expect(question && openReason(question)).toMatch(
    /^No row shows whether the day or the month comes first\./,
  );
});
