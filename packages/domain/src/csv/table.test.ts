import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../test/csv.ts';
import { csvLimits } from './csv-error.ts';
import type { UnclosedQuote } from './reader.ts';
import { sniff } from './sniff.ts';
import { openTable } from './table.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function readAll(
  bytes: Uint8Array,
  limits = csvLimits,
  pieces: readonly number[] = [],
  unclosedQuote: UnclosedQuote = 'refuse',
) {
  const table = openTable(sniff(bytes), limits, unclosedQuote);
  const rows = [];
  let start = 0;
  for (const size of pieces) {
    rows.push(...table.feed(bytes.subarray(start, start + size)));
    start += size;
  }
  rows.push(...table.feed(bytes.subarray(start)), ...table.end());
  return { columns: table.columns, rows, report: table.report() };
}

const refusal = (text: string, limits = csvLimits) => refusalOf(() => readAll(bytesOf(text), limits));

describe('openTable', () => {
  it('pads short rows, keeps fields beyond the header, and reports both', () => {
    const { rows, report } = readAll(bytesOf('Serial,b,c\n1\n1,2,3,4\n1,2,3,,\n1,2,3\n'));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['1', '', ''],
      ['1', '2', '3', '4'],
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
    expect(report.notices).toEqual([
      { kind: 'too-few-fields', line: 2, message: 'Row 2 has 1 field where 3 are expected.' },
      { kind: 'too-many-fields', line: 3, message: 'Row 3 has 4 fields where 3 are expected.' },
    ]);
    expect(report.counts).toMatchObject({ 'too-few-fields': 1, 'too-many-fields': 1 });
  });

  describe('with an unclosed quote', () => {
    const text = 'Serial,Model\nA1,Latitude 5420\nA2,"OptiPlex 7090\nA3,XPS 13\n';
    const kept = (bytes: Uint8Array, pieces: readonly number[] = []) =>
      readAll(bytes, csvLimits, pieces, 'keep-rows-before');

    it('rejects the file', () => {
      expect(refusal(text)).toMatchObject({ code: 'unclosed-quote', line: 3 });
    });

    it('keeps the rows before the quote if requested, and reports it, for any chunk boundaries', () => {
      const bytes = bytesOf(text);
      for (let size = 1; size <= bytes.length; size += 1) {
        const { rows, report } = kept(bytes, [size]);
        expect(rows.map(({ cells }) => cells)).toEqual([['A1', 'Latitude 5420']]);
        expect(report).toMatchObject({ rows: 1, counts: { 'unclosed-quote': 1 } });
        expect(report.notices).toEqual([
          {
            kind: 'unclosed-quote',
            line: 3,
            message: 'Line 3 opens a quote that is not closed. It and everything below were skipped.',
          },
        ]);
      }
    });

    it('keeps those rows even if the quoted text exceeds the cell limit', () => {
      const { rows, report } = kept(bytesOf(text + 'A4,Latitude 5420\n'.repeat(5000)), [40]);
      expect(rows).toHaveLength(1);
      expect(report.counts['unclosed-quote']).toBe(1);
    });

    it('rejects the file in any case if there is no row before the quote', () => {
      expect(() => kept(bytesOf('Serial,Model\n"A1,Latitude'))).toThrow(
        'The quote opened on line 2 is never closed.',
      );
    });
  });

  it('keeps the first hundred notices and counts all of them', () => {
    const { report } = readAll(bytesOf(`Serial,b\n${'1\n'.repeat(500)}`));
    expect([report.notices.length, report.counts['too-few-fields'], report.rows]).toEqual([100, 500, 500]);
  });

  it.each(['', '\n\n', 'Serial,Maker\n', 'sep=;\nSerial;Maker\n', '\uFEFF'])(
    'reports %j as empty',
    (text) => {
      expect(refusal(text)).toEqual({ code: 'empty', line: null, message: 'CSV file is empty' });
    },
  );

  it('returns short rows below a wide header a few at a time, and the same ones', () => {
    const bytes = bytesOf(`${Array.from({ length: 500 }, (_, index) => `c${index}`)}\n${'a\n'.repeat(1000)}`);
    const table = openTable(sniff(bytes));
    const batches = [...table.feedBatches(bytes)];
    expect(batches.flat()).toEqual(readAll(bytes).rows);
    for (const rows of batches) expect(rows.length * 500).toBeLessThanOrEqual(65_536);
  });

  it('stops at the first row and at the first byte beyond the limit', () => {
    const rows = { ...csvLimits, rows: 2 };
    expect(refusal('Serial\na\nb\n', rows)).toBeNull();
    const message = 'The file has more than 2 rows. Row 5 exceeds the limit.';
    expect(refusal('Serial\na\nb\n\nc\n', rows)).toEqual({ code: 'too-many-rows', line: 5, message });
    const bytes = { ...csvLimits, bytes: 1024 * 1024 };
    const big = `Serial\n${'a\n'.repeat(600_000)}`;
    expect(refusal(big, bytes)).toMatchObject({
      code: 'file-too-large',
      message: expect.stringContaining('1 MB'),
    });
  });

  it('reports the line up to which an oversized file was read', () => {
    const table = openTable(sniff(bytesOf('Serial\n')), { ...csvLimits, bytes: 20 });
    table.feed(bytesOf('Serial\na\nb\nc\n'));
    expect(() => table.feed(bytesOf('x'.repeat(20)))).toThrow('read up to line 5');
  });

  it('reads the same in chunks that split a character, a CRLF or a pair of quotes', () => {
    const parts = [
      'Serial,Maker\r\n',
      '"a""b"',
      ',',
      '\r\n',
      '\n',
      '\r',
      'é',
      '東',
      '😀',
      '\0',
      '7XK2P93',
      '"',
      ' ',
    ];
    const texts = fc
      .array(fc.constantFrom(...parts), { maxLength: 25 })
      .map((all) => `Serial,Maker\r\nx,y\r\n${all.join('')}`);
    const property = fc.property(texts, fc.array(fc.nat(7), { maxLength: 40 }), (text, pieces) => {
      const bytes = bytesOf(text);
      const outcome = (sizes: readonly number[]) => {
        const read = () => readAll(bytes, csvLimits, sizes);
        return refusalOf(read) ?? read();
      };
      expect(outcome(pieces)).toEqual(outcome([]));
    });
    fc.assert(property, { numRuns: 1000 });
  });
});
