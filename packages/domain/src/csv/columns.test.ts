import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, columnsOfRecords, headerKey, nameColumns, recordOf, unnamedColumns } from './columns.ts';
import { headerWords } from './header-words.ts';

const namesOf = (...headers: string[]) => nameColumns(headers).map(({ name }) => name);

describe('nameColumns', () => {
  it.each([
    [
      ['Serial', 'Model'],
      ['Serial', 'Model'],
    ],
    [
      ['X', 'X', 'X'],
      ['X', 'X (2)', 'X (3)'],
    ],
    [
      ['X', 'X', 'X (2)'],
      ['X', 'X (3)', 'X (2)'],
    ],
    [
      ['', 'a', ' '],
      ['Column 1', 'a', 'Column 3'],
    ],
    [
      ['Column 2', ''],
      ['Column 2', 'Column 2 (2)'],
    ],
    [
      ['\uFEFFSerial', ' Model '],
      ['Serial', 'Model'],
    ],
  ])('names %j', (headers, names) => expect(namesOf(...headers)).toEqual(names));

  it('keeps the original headers', () => {
    const headers = ['X', ' X', '', 'x'];
    expect(nameColumns(headers).map(({ header }) => header)).toEqual(headers);
    expect(unnamedColumns(2)).toEqual([
      { name: 'Column 1', header: null },
      { name: 'Column 2', header: null },
    ]);
  });

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

  it('include the columns of all rows', () => {
    expect(columnsOfRecords([{ a: '1' }, { b: '2', a: '3' }]).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(cellsOf([{ name: 'toString', header: 'toString' }], {})).toEqual(['']);
  });
});

describe('headerKey', () => {
  it('is the same for headers in another order or spelling', () => {
    const key = headerKey(nameColumns(['Serial Number', 'Model']));
    expect(headerKey(nameColumns(['MODEL', 'serial_number']))).toBe(key);
    expect(headerKey(nameColumns(['Serial Number']))).not.toBe(key);
  });
});

describe('headerWords', () => {
  it.each([
    ['Serial Number', ['serial', 'number']],
    ['serialNumber', ['serial', 'number']],
    ['SerialNumber0', ['serial', 'number', '0']],
    ['SERIAL_NUMBER', ['serial', 'number']],
    ['SMS_G_System_PC_BIOS.SerialNumber', ['sms', 'g', 'system', 'pc', 'bios', 'serial', 'number']],
    ['N° DE SÉRIE', ['n', 'de', 'serie']],
    ['№', ['no']],
    ["Date d'achat", ['date', 'd', 'achat']],
    ['S/N', ['s', 'n']],
    ['"Serial#"', ['serial']],
    ['', []],
  ])('splits %j into words', (header, words) => expect(headerWords(header).words).toEqual(words));
});
