import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../../test/recorded.ts';
import { createFormulaGuard, isFormula } from './formula-guard.ts';
import { createReader } from './reader.ts';
import { createWriter, resultsFileName, writeCsv } from './write.ts';

function readBack(text: string, delimiter: string): string[][] {
  const reader = createReader({ delimiter });
  return [...reader.feed(text), ...reader.end()].map(({ cells }) => cells);
}

describe('writeCsv', () => {
  it.each([
    [[['a', 'b']], 'a,b\r\n'],
    [[['a,b', 'c"d', 'e\nf', 'g\rh']], '"a,b","c""d","e\nf","g\rh"\r\n'],
    [[['a;b', ' c ']], 'a;b, c \r\n'],
    [[['', '']], '"",\r\n'],
    [[['']], '""\r\n'],
    [[['  ']], '"  "\r\n'],
    [[], ''],
  ])('writes %j', (rows, text) => expect(writeCsv(rows, { delimiter: ',' })).toBe(text));

  it('starts with a single byte order mark if requested', () => {
    expect(writeCsv([['a'], ['b']], { delimiter: ';', bom: true })).toBe('\uFEFFa\r\nb\r\n');
  });

  it('uses the date in the file name', () => {
    expect(resultsFileName('2026-11-15')).toBe('warranty_results_2026-11-15.csv');
  });
});

describe('isFormula', () => {
  const path = `${import.meta.dirname}/formula-guard.recorded.txt`;
  it('decides as recorded', () =>
    expect(replay(readFileSync(path, 'utf8'), { isFormula })).toMatchFileSnapshot(path));

  it('is fast for long cells', () => {
    for (const start of ['', '=', '+', '-', ' ', '+1', '-1,']) {
      const cell = start.padEnd(32_768, start === '' ? ' ' : start);
      const before = process.threadCpuUsage();
      for (let round = 0; round < 10; round += 1) isFormula(cell);
      expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
    }
  });
});

describe('the formula guard', () => {
  it('adds one apostrophe to a cell, in headers and rows', () => {
    const writer = createWriter({ delimiter: ',' });
    expect(writer.row(['=a', 'b'])).toBe("'=a,b\r\n");
    expect(writer.row(['c', '=1+1\n2'])).toBe('c,"\'=1+1\n2"\r\n');
    expect(writer.guardedCells).toBe(2);
  });

  it.each([
    [',', 'a;=1+1', "a;'=1+1"],
    [',', 'a;=1;@x;b', "a;'=1;'@x;b"],
    [';', '\t+,1', "'\t'+,1"],
    [',', 'a\t=1', "a\t'=1"],
    [',', 'a;\t =1', "a;\t' =1"],
    [',', 'a;"=1+1;"', 'a;\'"=1+1;"'],
    [',', '=1;=2', "'=1;'=2"],
    [';', 'a,=1+1', "a,'=1+1"],
    [';', 'a, - b', "a,' - b"],
    ['\t', 'a,+x;-y', "a,'+x;'-y"],
    ['|', 'a,=1;=2\t=3', "a,'=1;'=2\t'=3"],
  ])(
    'adds one after the separators of other locales: with %j, %j is written as %j',
    (delimiter, cell, written) => {
      const writer = createWriter({ delimiter });
      expect(readBack(writer.row(['x', cell]), delimiter)).toEqual([['x', written]]);
      expect(writer.guardedCells).toBe(1);
    },
  );

  it.each([
    [',', 'a;b'],
    [',', 'a;-5'],
    [',', 'a,=1'],
    [';', 'Miller, +49 30 1234567'],
    [';', 'a;=1'],
    [',', ';;;'],
    [',', 'a;-;b'],
  ])('leaves other cells unchanged: with %j, %j', (delimiter, cell) => {
    expect(createFormulaGuard(delimiter)(cell)).toBe(cell);
  });

  it('is fast for long cells with many separators', () => {
    for (const mark of [';', '\t', ';=', '; ', ';"', '\t ']) {
      const cell = mark.repeat(32_768 / mark.length);
      const before = process.threadCpuUsage();
      for (let round = 0; round < 10; round += 1) createFormulaGuard(',')(cell);
      expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
    }
  });

  it('is off in raw mode', () => {
    const writer = createWriter({ delimiter: ',', raw: true });
    expect([writer.row(['=a']), writer.guardedCells]).toEqual(['=a\r\n', 0]);
  });
});

const marks = [...'"\r\n,;\t| \0=+-@＝', "'", ...'a1\uFEFF😀'];
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...marks), maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }));
const delimiter = fc.constantFrom(',', ';', '\t', '|');

describe('a written file', () => {
  it('is read back unchanged in raw mode', () => {
    const property = fc.property(table, delimiter, (rows, mark) => {
      expect(readBack(writeCsv(rows, { delimiter: mark, raw: true }), mark)).toEqual(rows);
    });
    fc.assert(property, { numRuns: 1500 });
  });

  it('is otherwise read back with an apostrophe in exactly the counted cells', () => {
    const property = fc.property(table, delimiter, (rows, mark) => {
      const writer = createWriter({ delimiter: mark });
      const text = rows.map((cells) => writer.row(cells)).join('');
      const expected = rows.map((cells) => cells.map(createFormulaGuard(mark)));
      const changed = expected.flatMap((cells, row) => cells.filter((cell, at) => cell !== rows[row]?.[at]));
      const read = readBack(text, mark);
      expect(read).toEqual(expected);
      expect(writer.guardedCells).toBe(changed.length);
      expect(read.flat().filter(isFormula)).toEqual([]);
    });
    fc.assert(property, { numRuns: 1500 });
  });

  it('has no formula where the doubled quotes of a text end it', () => {
    expect(writeCsv([['a', 'b,="&A1&",c']], { delimiter: ';' })).toBe(`a;"b,'=""&A1&"",c"\r\n`);
    expect(writeCsv([['="0012"', 'b']], { delimiter: ';' })).toBe('"=""0012""";b\r\n');
  });

  it('has no formula either where another separator ends a cell', () => {
    const withoutBreaks = table.map((rows) =>
      rows.map((cells) => cells.map((each) => each.replaceAll(/[\r\n]/g, ''))),
    );
    const property = fc.property(withoutBreaks, fc.constantFrom(',', ';', '\t'), (rows, other) => {
      for (const mark of [',', ';', '\t', '|'].filter((each) => each !== other)) {
        const lines = writeCsv(rows, { delimiter: mark }).split('\r\n');
        const begins = lines.flatMap((line) => {
          const [start = '', ...parts] = line.split(other);
          // Quotes at the start of a line are ours. Those at the start of a part may be read as an empty text.
          return [start.trimStart()[0], ...parts.map((part) => part.replace(/^"+/, '').trimStart()[0])];
        });
        expect(begins.filter((first) => first === '=' || first === '@')).toEqual([]);
      }
    });
    fc.assert(property, { numRuns: 1500 });
  });
});
