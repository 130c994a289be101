import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fleetWorkbook, type Trait } from './fleet-workbook.ts';
import { archiveTraits, partTraits } from './part-traits.ts';
import { cellTraits, columnTraits, writingTraits } from './sheet-traits.ts';

export interface CorpusWorkbook {
  name: string;
  bytes(): Buffer;
}

const folder = join(dirname(fileURLToPath(import.meta.url)), 'files');
const traits = { ...cellTraits, ...writingTraits, ...columnTraits, ...partTraits, ...archiveTraits };

const made = (name: string, chosen: readonly Trait[]): CorpusWorkbook => ({
  name,
  bytes: () => fleetWorkbook(chosen),
});

/** Several at once. Traits of parts are in the order in which a sheet must have them. */
const together: CorpusWorkbook[] = [
  made('all cells', Object.values(cellTraits)),
  made(
    'all parts that a sheet can have together',
    withoutNames(partTraits, [
      'a picture',
      'grouped rows',
      'print settings',
      'names and a chain of calculation',
    ]),
  ),
  made('all parts, and a definition for all columns', [
    ...withoutNames(partTraits, ['a chart', 'a filter and hidden rows', 'print settings', 'a pivot table']),
    traits['a definition for all columns'] as Trait,
    traits['rows with a style'] as Trait,
  ]),
];

function withoutNames(from: Readonly<Record<string, Trait>>, names: readonly string[]): Trait[] {
  return Object.entries(from).flatMap(([name, trait]) => (names.includes(name) ? [] : [trait]));
}

/** Written by openpyxl and by LibreOffice; `make-files.py` made them. */
const byPrograms: CorpusWorkbook[] = readdirSync(folder)
  .filter((name) => name.endsWith('.xlsx'))
  .map((name) => ({ name, bytes: () => readFileSync(join(folder, name)) }));

/** Workbooks with a sheet "Devices" that have the columns of `fleetMapping`. */
export const corpus: readonly CorpusWorkbook[] = [
  made('nothing special', []),
  ...Object.entries(traits).map(([name, trait]) => made(name, [trait])),
  ...together,
  ...byPrograms,
];
