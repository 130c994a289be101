import { it } from 'vitest';
import { expectRecorded } from '../../test/recorded.ts';
import { nameColumns } from './columns.ts';
import { detectMapping, isKnownHeader } from './mapping.ts';
import { createProfiler } from './profile.ts';

/** Takes headers with their values, or headers alone. */
function detect(given: Record<string, string[]> | string[]) {
  const columns = Array.isArray(given) ? Object.fromEntries(given.map((header) => [header, []])) : given;
  const headers = Object.keys(columns);
  const values = Object.values<string[]>(columns);
  const profiler = createProfiler(headers.length);
  const rows = Math.max(0, ...values.map(({ length }) => length));
  for (let row = 0; row < rows; row += 1) profiler.add(values.map((cells) => cells[row] ?? ''));
  return detectMapping(nameColumns(headers), profiler.profiles());
}

it('maps columns as recorded', () => {
  const mappingOf = (given: Parameters<typeof detect>[0]) => detect(given).mapping;
  const notesOf = (given: Parameters<typeof detect>[0]) => detect(given).notes;
  return expectRecorded(import.meta, 'mapping', { mappingOf, notesOf, isKnownHeader });
});
