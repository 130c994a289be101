import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { profilesOf } from '../../test/csv.ts';
import { replay } from '../../test/recorded.ts';
import { nameColumns } from './columns.ts';
import { detectMapping, isKnownHeader } from './mapping.ts';

/** Takes headers with their values, or headers alone. */
function detect(given: Record<string, string[]> | string[]) {
  const columns = Array.isArray(given) ? Object.fromEntries(given.map((header) => [header, []])) : given;
  const headers = Object.keys(columns);
  const values = Object.values<string[]>(columns);
  const length = Math.max(0, ...values.map((cells) => cells.length));
  const rows = Array.from({ length }, (_, row) => values.map((cells) => cells[row] ?? ''));
  return detectMapping(nameColumns(headers), profilesOf(headers.length, rows));
}

it('maps columns as recorded', () => {
  const mappingOf = (given: Parameters<typeof detect>[0]) => detect(given).mapping;
  const notesOf = (given: Parameters<typeof detect>[0]) => detect(given).notes;
  const path = `${import.meta.dirname}/mapping.recorded.txt`;
  return expect(
    replay(readFileSync(path, 'utf8'), { mappingOf, notesOf, isKnownHeader }),
  ).toMatchFileSnapshot(path);
});
