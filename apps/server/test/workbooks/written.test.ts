import { csvLimits } from '@warranty/domain/csv/csv-error';
import type { CsvRow } from '@warranty/domain/csv/reader';
import { bytesSource } from '@warranty/domain/xlsx/byte-source';
import { createSheetReader } from '@warranty/domain/xlsx/sheet-reader';
import { openWorkbook } from '@warranty/domain/xlsx/workbook';
import { workbookFile } from '@warranty/domain/xlsx/workbook-file';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../../src/platform/zip/write-zip.ts';

const writeWorkbook = (...args: Parameters<typeof workbookFile>) => writeZip(workbookFile(...args));

async function* inBatches(rows: string[][], size: number): AsyncGenerator<string[][]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

async function write(header: string[] | null, rows: string[][], batch = 1000): Promise<Buffer> {
  return Buffer.concat(await collect(writeWorkbook(header, inBatches(rows, batch))));
}

/** The XML of the only sheet, and its rows. */
async function read(bytes: Uint8Array): Promise<{ xml: string; rows: CsvRow[] }> {
  const { sheets, styles, is1904, strings, text } = await openWorkbook(bytesSource(bytes));
  const options = { styles: styles.formats, is1904, strings: await strings(), limits: csvLimits };
  const reader = createSheetReader({ ...options, onMissingResult: () => undefined });
  const [sheet] = sheets;
  if (!sheet) throw new Error('the workbook has no sheet');
  let xml = '';
  const rows: CsvRow[] = [];
  for await (const piece of text(sheet)) {
    xml += piece;
    rows.push(...reader.feed(piece));
  }
  return { xml, rows: [...rows, ...reader.end()] };
}

/** Blank cells are not written, so the last cell of a row is not blank. */
const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => text.isWellFormed()),
  fc.constantFrom(
    '',
    '0012345',
    '1234567890123456',
    '=1+1',
    '-1',
    '+49 30 123',
    '_x000D_',
    ' a ',
    'a\r\nb',
    '\t',
  ),
  fc.constantFrom('<&>"\'', ']]>', '&amp;', '\u0001\uFFFE', '2024-02-29', '1E5', 'TRUE', '😀'),
);
const row = fc.tuple(
  fc.array(cell, { maxLength: 8 }),
  fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
);

describe('a written workbook', () => {
  it('has the same cells when it is read', async () => {
    const table = fc.array(
      row.map(([cells, last]) => [...cells, last]),
      { minLength: 1, maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 5 }), async (rows, batch) => {
        const { rows: found } = await read(await write(null, rows, batch));
        expect(found).toEqual(rows.map((cells, index) => ({ line: index + 1, cells })));
      }),
      { numRuns: 300 },
    );
  });

  it('has neither formulas nor numbers, and its header is bold and frozen', async () => {
    const { xml, rows } = await read(
      await write(
        ['Serial', '=1+1'],
        [
          ['0012345', '=cmd()'],
          ['1E5', "'x"],
        ],
      ),
    );
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Serial', '=1+1'],
      ['0012345', '=cmd()'],
      ['1E5', "'x"],
    ]);
    expect(xml).not.toMatch(/<f>|<v>/);
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(xml).toContain('<c r="A1" s="2"');
    expect(xml).toContain('<c r="A2" s="1"');
  });

  it('escapes characters that XML cannot contain, and text that looks like an escape', async () => {
    const { xml } = await read(await write(null, [['a\u0001b\r\uFFFE', '_x0041_', 'a\tb\nc']]));
    expect(xml).toContain('<t>a_x0001_b_x000D__xFFFE_</t>');
    expect(xml).toContain('<t>_x005F_x0041_</t>');
    expect(xml).toContain('<t>a\tb\nc</t>');
  });

  it('has columns as wide as their cells, within limits', async () => {
    const { xml } = await read(await write(['a', 'b', 'c'], [['x'.repeat(20), 'y', 'z'.repeat(500)]]));
    expect([...xml.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([22, 9, 60]);
  });

  it('may have no rows', async () => {
    expect((await read(await write(['Serial'], []))).rows).toEqual([{ line: 1, cells: ['Serial'] }]);
    expect((await read(await write(null, []))).rows).toEqual([]);
  });

  it('stops reading rows when its reader leaves', async () => {
    let isLeft = false;
    async function* endless(): AsyncGenerator<string[][]> {
      try {
        for (let index = 0; ; index += 1) yield [[String(index), Math.random().toString(36)]];
      } finally {
        isLeft = true;
      }
    }
    let bytes = 0;
    for await (const piece of writeWorkbook(null, endless())) {
      bytes += piece.length;
      if (bytes > 200_000) break;
    }
    await expect.poll(() => isLeft).toBe(true);
  });

  it('fails if its rows cannot be read', async () => {
    async function* failing(): AsyncGenerator<string[][]> {
      yield [['a']];
      throw new Error('the database is gone');
    }
    await expect(collect(writeWorkbook(null, failing()))).rejects.toThrow('the database is gone');
  });
});
