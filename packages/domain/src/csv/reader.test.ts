import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../test/csv.ts';
import { csvLimits } from './csv-error.ts';
import { type CsvRow, createReader } from './reader.ts';

function readAll(text: string, delimiter = ',', cuts: readonly number[] = []): CsvRow[] {
  const reader = createReader({ delimiter });
  const ends = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b);
  const rows: CsvRow[] = [];
  let start = 0;
  for (const end of [...ends, text.length]) {
    rows.push(...reader.feed(text.slice(start, end)));
    start = end;
  }
  return [...rows, ...reader.end()];
}

const cellsOf = (text: string, delimiter = ',') => readAll(text, delimiter).map(({ cells }) => cells);
const linesOf = (text: string) => readAll(text).map(({ line }) => line);

describe('createReader', () => {
  it.each([
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a,', [['a', '']]],
    ['"a","b""c"\n', [['a', 'b"c']]],
    ['"a,b","c\r\nd"\n', [['a,b', 'c\r\nd']]],
    ['""\n', [['']]],
    ['"",\n', [['', '']]],
    ['a, "b, c" ,d\n', [['a', 'b, c', 'd']]],
    [' a , b \n', [[' a ', ' b ']]],
    ['5" disk,15"\n', [['5" disk', '15"']]],
    ['"15" monitor",x\n', [['15" monitor', 'x']]],
    ['"a"""\n', [['a"']]],
    ['\0a,b\n', [['\0a', 'b']]],
  ])('reads %j', (text, cells) => expect(cellsOf(text)).toEqual(cells));

  it.each(['', '\n', '\r\n\r\n', '   \n', ',,,\n', ' , \n\t,\n'])('finds no row in %j', (text) => {
    expect(cellsOf(text)).toEqual([]);
  });

  it('numbers rows as a spreadsheet does: with blank lines, without the line breaks in cells', () => {
    expect(linesOf('a\n\n"b\n\r\n\rc"\nd\r\n\r\ne')).toEqual([1, 3, 4, 6]);
  });

  it('counts blank lines', () => {
    const reader = createReader({ delimiter: ';' });
    reader.feed('a;b\n\n;;;\n  \nc;d\n;');
    reader.end();
    expect(reader.blankLines).toBe(4);
  });

  it('reports the rows with an unescaped quote', () => {
    const rows = readAll('a\nb,"15" and 17" monitor"\n"c"\n"d\n","e"f"\n', ',', [3, 9, 10, 11, 20]);
    expect(rows.map(({ hasStrayQuote }) => hasStrayQuote)).toEqual([undefined, true, undefined, true]);
  });
});

describe('limits', () => {
  const longest = 'x'.repeat(csvLimits.cell);

  it('allow the longest cell and not one character more', () => {
    expect(cellsOf(`${longest},"${longest}"\n`)).toEqual([[longest, longest]]);
    const doubled = '""'.repeat(csvLimits.cell);
    expect(cellsOf(`"${doubled}"\n`)[0]?.[0]).toHaveLength(csvLimits.cell);
    const message = 'Row 2 has a cell of more than 32,768 characters.';
    const expected = { code: 'cell-too-long', line: 2, message };
    expect(refusalOf(() => readAll(`a\n${longest}x\n`))).toEqual(expected);
  });

  it('stop an endless cell instead of buffering it', () => {
    const feedEndlessly = (start: string, letter = 'x') => {
      const reader = createReader({ delimiter: ',' });
      reader.feed(start);
      for (let fed = 0; fed < 100; fed += 1) reader.feed(letter.repeat(1000));
    };
    expect(refusalOf(() => feedEndlessly('a\nb,'))).toMatchObject({ code: 'cell-too-long', line: 2 });
    expect(refusalOf(() => feedEndlessly('a\nb,"c"', ' '))).toMatchObject({ code: 'cell-too-long', line: 2 });
    expect(refusalOf(() => feedEndlessly('a\nb,', ' '))).toMatchObject({ code: 'cell-too-long', line: 2 });
    const message = 'The quote opened on line 3 is not closed within 32,768 characters.';
    const expected = { code: 'unclosed-quote', line: 3, message };
    expect(refusalOf(() => feedEndlessly('a\nb\nc,"'))).toEqual(expected);
  });

  it('reject a quote that is still open at the end of the file', () => {
    const message = 'The quote opened on line 2 is never closed.';
    expect(refusalOf(() => readAll('a\n"b\nc\n'))).toEqual({ code: 'unclosed-quote', line: 2, message });
  });

  it('allow 500 columns and not one more', () => {
    expect(cellsOf(`a${',a'.repeat(499)}\n`)[0]).toHaveLength(500);
    const message = 'Row 2 has more than 500 columns.';
    const expected = { code: 'too-many-columns', line: 2, message };
    expect(refusalOf(() => readAll(`a\n${',a'.repeat(500)}\n`))).toEqual(expected);
  });
});

/** Characters that matter: quotes, line breaks, delimiters, spaces, NUL, letters of one and of two code units. */
const marks = [...'"\r\n,;\t| \0a1é東😀\uFEFF', '""', '\r\n'];
const awkward = fc.string({ unit: fc.constantFrom(...marks), maxLength: 60 });
const delimiter = fc.constantFrom(',', ';', '\t', '|');
const cuts = fc.array(fc.nat(200), { maxLength: 12 });

describe('chunks', () => {
  it('never change the result', () => {
    const property = fc.property(awkward, delimiter, cuts, (text, mark, ends) => {
      const whole = refusalOf(() => readAll(text, mark)) ?? readAll(text, mark);
      const inPieces = refusalOf(() => readAll(text, mark, ends)) ?? readAll(text, mark, ends);
      expect(inPieces).toEqual(whole);
    });
    fc.assert(property, { numRuns: 1500 });
  });

  it('may be single characters', () => {
    const property = fc.property(awkward, (text) => {
      const everywhere = Array.from({ length: text.length + 1 }, (_, index) => index);
      const whole = refusalOf(() => readAll(text)) ?? readAll(text);
      expect(refusalOf(() => readAll(text, ',', everywhere)) ?? readAll(text, ',', everywhere)).toEqual(
        whole,
      );
    });
    fc.assert(property, { numRuns: 1000 });
  });
});

/** A minimal reader for files in which every cell is quoted. */
function readQuoted(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of text.matchAll(/"((?:[^"]|"")*)"(,|\n|$)/g)) {
    rows.at(-1)?.push(cell.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
  }
  return rows;
}

describe('a minimal reference reader', () => {
  it('returns the same for well-formed files', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '\r', '\n', '"', 'é'), maxLength: 6 });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    const property = fc.property(table, (rows) => {
      const text = rows
        .map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(','))
        .join('\n');
      expect(readQuoted(text)).toEqual(rows);
      expect(cellsOf(text)).toEqual(rows);
    });
    fc.assert(property);
  });
});
