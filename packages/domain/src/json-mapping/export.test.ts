import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReader } from '../csv/reader.ts';
import { cellText } from './cell-text.ts';
import { checkExport, createExportWriter, exportFileName, writeExportCsv } from './export.ts';

describe('checkExport', () => {
  it.each<[unknown, string[]]>([
    [{ a: 1 }, ['Data must be an array']],
    [null, ['Data must be an array']],
    ['text', ['Data must be an array']],
    [[], ['No data rows found']],
    [[{ a: 1 }, 5, null, [1], { b: 2 }], [2, 3, 4].map((row) => `Row ${row} is not a valid object`)],
    [[{}, {}], ['No columns found in data']],
    [[{ a: 1 }, {}], []],
  ])('checks %j', (rows, issues) => expect(checkExport(rows)).toEqual({ issues, warnings: [] }));

  it('lists only the first ten bad rows', () => {
    const { issues } = checkExport(Array.from({ length: 2000 }, () => 1));
    expect(issues).toHaveLength(11);
    expect(issues.at(-1)).toBe('and 1,990 more');
  });

  it('warns above 10,000 rows, above 100 columns, and about both', () => {
    const rows = (count: number) => Array.from({ length: count }, () => ({ a: 1 }));
    const wide = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, index]));
    expect(checkExport([...rows(9_999), wide(99)]).warnings).toEqual([]);
    expect(checkExport(rows(10_001)).warnings).toEqual(['10,001 rows: export may be slow']);
    expect(checkExport([...rows(10_000), wide(101)])).toEqual({
      issues: [],
      warnings: ['10,001 rows: export may be slow', '102 columns: export may be slow'],
    });
  });
});

describe('writeExportCsv', () => {
  it('writes the sorted union of all keys, and an empty cell if a row lacks a key', () => {
    const rows = [{ b: 1, a: null }, { c: { d: ['x', null] } }, { B: false, a: undefined }];
    expect(writeExportCsv(rows)).toEqual({
      csv: '\uFEFFB,a,b,c\r\n,,1,\r\n,,,"{""d"":[""x"",null]}"\r\nfalse,,,\r\n',
      guardedCells: 0,
    });
  });

  it('quotes commas, quotes and line breaks', () => {
    expect(writeExportCsv([{ a: 'x,y', b: 'say "hi"', c: '1\n2' }]).csv).toBe(
      '\uFEFFa,b,c\r\n"x,y","say ""hi""","1\n2"\r\n',
    );
  });

  it('guards and counts formula cells, including headers, unless raw is set', () => {
    const rows = [{ '=a': '=1+1', b: -5, c: '+49 30 1234567', d: ['=1'] }];
    expect(writeExportCsv(rows)).toEqual({
      csv: '\uFEFF\'=a,b,c,d\r\n\'=1+1,-5,+49 30 1234567,"[""=1""]"\r\n',
      guardedCells: 2,
    });
    expect(writeExportCsv(rows, { raw: true })).toEqual({
      csv: '\uFEFF=a,b,c,d\r\n=1+1,-5,+49 30 1234567,"[""=1""]"\r\n',
      guardedCells: 0,
    });
  });

  it('ignores inherited properties', () => {
    const rows = [JSON.parse('{"constructor":1,"__proto__":2}'), { toString: 3 }, {}];
    expect(writeExportCsv(rows).csv).toBe('\uFEFF__proto__,constructor,toString\r\n2,1,\r\n,,3\r\n"",,\r\n');
  });

  it('produces the same text however the rows are split', () => {
    const rows = Array.from({ length: 450 }, (_, index) => ({ a: index, b: `=${index}` }));
    const writer = createExportWriter(['a', 'b']);
    const pieces = [rows.slice(0, 1), rows.slice(1, 300), rows.slice(300)].map((batch) => writer.add(batch));
    const whole = writeExportCsv(rows);
    expect(pieces.join('')).toBe(whole.csv);
    expect([writer.guardedCells, whole.guardedCells]).toEqual([450, 450]);
  });

  it('writes cells that read back unchanged', () => {
    const row = fc.dictionary(fc.string({ minLength: 1, maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }), {
      minKeys: 1,
      maxKeys: 4,
    });
    const property = fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const reader = createReader({ delimiter: ',' });
      const text = writeExportCsv(rows, { raw: true }).csv.slice(1);
      const [header = [], ...lines] = [...reader.feed(text), ...reader.end()].map(({ cells }) => cells);
      const columns = [...new Set(rows.flatMap((each) => Object.keys(each)))].sort();
      expect(header).toEqual(columns);
      expect(lines).toEqual(
        rows.map((each) => columns.map((key) => cellText(Object.hasOwn(each, key) ? each[key] : null))),
      );
    });
    fc.assert(property, { numRuns: 1000 });
  });
});

describe('cellText', () => {
  it.each<[unknown, string]>([
    ['text', 'text'],
    [1.5, '1.5'],
    [-0, '0'],
    [false, 'false'],
    [null, ''],
    [undefined, ''],
    [{ a: [] }, '{"a":[]}'],
  ])('formats %j', (value, text) => expect(cellText(value)).toBe(text));

  it('writes JSON even if the value is nested too deeply for JSON.stringify', () => {
    const text = '{"a":[1,"\\"",null,{}],"b":[],"c":'.repeat(50_000) + 'true'.concat('}'.repeat(50_000));
    const written = cellText(JSON.parse(text));
    expect(written === text).toBe(true);
  });
});

describe('exportFileName', () => {
  const now = new Date('2026-11-15T09:08:07.654Z');
  it.each([
    ['/api/bulk-runs', 'api-bulk-runs'],
    ['/api/user/{userId}/keys', 'api-user-userId-keys'],
    ['external-api', 'external-api'],
    ['../../etc/passwd', 'etc-passwd'],
    ['con?a=1&b="<x>"', 'con-a-1-b-x'],
    ['/', 'data'],
    ['a'.repeat(300), 'a'.repeat(100)],
  ])('is built from %s', (source, name) => {
    expect(exportFileName(source, now)).toBe(`api-export-${name}-20261115-090807.csv`);
  });
});
