import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../../test/recorded.ts';
import { cellsOf, columnsOfRecords, headerKey, nameColumns, recordOf, unnamedColumns } from './columns.ts';
import { headerWords } from './header-words.ts';

const path = `${import.meta.dirname}/columns.recorded.txt`;
it('returns what is recorded', () =>
  expect(
    replay(readFileSync(path, 'utf8'), {
      cellsOf,
      columnsOfRecords,
      headerKey,
      headerWords,
      nameColumns,
      unnamedColumns,
    }),
  ).toMatchFileSnapshot(path));

const namesOf = (...headers: string[]) => nameColumns(headers).map(({ name }) => name);

describe('nameColumns', () => {
  it('gives every column a unique name', () => {
    const header = fc.constantFrom(
      '',
      ' ',
      'X',
      'X (2)',
      'X (3)',
      'Column 1',
      'Column 2',
      'Column 2 (2)',
      '__proto__',
    );
    const property = fc.property(fc.array(header, { maxLength: 12 }), (headers) => {
      expect(new Set(namesOf(...headers)).size).toBe(headers.length);
    });
    fc.assert(property);
  });
});

describe('records', () => {
  it('survive a JSON round trip, whatever the column names are', () => {
    const name = fc.oneof(fc.constantFrom('__proto__', 'constructor', '1', '0', 'a'), fc.string());
    const property = fc.property(fc.uniqueArray(name, { minLength: 1 }), (names) => {
      const columns = names.map((each) => ({ name: each, header: each }));
      const cells = names.map((_, index) => `cell ${index}`);
      const record = JSON.parse(JSON.stringify(recordOf(columns, cells))) as Record<string, string>;
      expect(cellsOf(columns, record)).toEqual(cells);
      expect(columnsOfRecords([record], names)).toEqual(columns);
    });
    fc.assert(property);
  });
});
