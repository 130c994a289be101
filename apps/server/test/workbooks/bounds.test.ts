import { bytesSource } from '@warranty/domain/xlsx/byte-source';
import { openWorkbook } from '@warranty/domain/xlsx/workbook';
import { refusals } from '@warranty/domain/xlsx/workbook-error';
import { openWorkbookTable } from '@warranty/domain/xlsx/workbook-table';
import { inflateLimits } from '@warranty/domain/xlsx/zip-entry';
import { describe, expect, it } from 'vitest';
import { buildZip } from '../../../../harness/workbooks/build-zip.ts';
import { type BuiltWorkbook, buildWorkbook, inline, oneCell } from './build-workbook.ts';

// Whatever a workbook contains, reading it takes a bounded amount of memory.

const good = { sheets: [oneCell(inline('A2', '7XK2P93'))] };
const header = `<row r="1">${inline('A1', 'Serial')}</row>`;

async function batchesOf(book: Partial<BuiltWorkbook>): Promise<string[][][]> {
  const table = await openWorkbookTable(bytesSource(buildWorkbook({ ...good, ...book })));
  const batches: string[][][] = [];
  for await (const rows of table.rows()) batches.push(rows.map(({ cells }) => cells));
  return batches;
}

const stringsOf = (strings: string, limits: Partial<typeof inflateLimits>) =>
  openWorkbook(bytesSource(buildWorkbook({ ...good, strings })), { ...inflateLimits, ...limits }).then(
    (workbook) => workbook.strings(),
  );

describe('the cells of a row', () => {
  const withCells = (cells: string) => ({
    sheets: [{ name: 'S', rows: `${header}<row r="2">${inline('A2', '7XK2P93')}${cells}</row>` }],
  });

  it.each(['<c/>', '<c r="B2" s="0"/>', '<c r="A2"></c>'])(
    'are counted, blank ones too: %s',
    async (cell) => {
      expect(await batchesOf(withCells(cell.repeat(16_383)))).toEqual([[['7XK2P93']]]);
      await expect(batchesOf(withCells(cell.repeat(16_384)))).rejects.toThrow(
        'Row 2 has more than 16,384 cells.',
      );
    },
  );

  it.each(['0.5', '-1', '2', '4294967296', 'x', 'Infinity'])(
    'refer only to texts that exist, not to %s',
    async (index) => {
      const sheets = [oneCell(`<c r="A2" t="s"><v>${index}</v></c>`)];
      await expect(batchesOf({ sheets, strings: '<si><t>a</t></si><si/>' })).rejects.toThrow(
        refusals.damaged,
      );
    },
  );

  it('may refer to texts that are empty, also to the first', async () => {
    const cells = ['A', 'B', 'C'].map((column, index) => `<c r="${column}2" t="s"><v>${index}</v></c>`);
    const book = { sheets: [oneCell(cells.join(''))], strings: '<si/><si><t>7XK2P93</t></si><si/>' };
    expect(await batchesOf(book)).toEqual([[['', '7XK2P93']]]);
  });

  it('are passed on a few at a time if they refer to long texts', async () => {
    const long = 'x'.repeat(30_000);
    const rows = Array.from(
      { length: 200 },
      (_, index) => `<row r="${index + 2}"><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>`,
    );
    const book = {
      sheets: [{ name: 'S', rows: header + rows.join('') }],
      strings: `<si><t>${long}</t></si>`,
    };
    const batches = await batchesOf(book);
    expect(batches.flat()).toEqual(rows.map(() => [long, long]));
    const sizes = batches.map((batch) => batch.flat().join('').length);
    expect(Math.max(...sizes)).toBeLessThan(1_200_000);
    expect(Math.max(...sizes.slice(1))).toBeLessThan(200_000);
  });
});

describe('shared texts', () => {
  const perIndex = 64 * 1024;
  const textBytes = 1024 * 1024 + 2 * perIndex * 4;

  it('are refused if there are too many, empty ones too', { timeout: 30_000 }, async () => {
    await stringsOf('<si/>'.repeat(2 * perIndex), { textBytes });
    const tooMany = stringsOf('<si/>'.repeat(2 * perIndex + 1), { textBytes });
    await expect(tooMany).rejects.toThrow(refusals.inflated);
  });

  it('are refused if they are too long together', async () => {
    const text = `<si><t>${'x'.repeat(1000)}</t></si>`;
    await stringsOf(text.repeat(1000), { textBytes });
    await expect(stringsOf(text.repeat(1100), { textBytes })).rejects.toThrow(refusals.inflated);
  });

  it('are found wherever they are stored, and are released at the end', async () => {
    const texts = Array.from({ length: 3 * perIndex }, (_, index) => `T${index}${'ü'.repeat(index % 50)}`);
    const bytes = buildWorkbook({
      ...good,
      strings: texts.map((text) => `<si><t>${text}</t></si>`).join(''),
    });
    const workbook = await openWorkbook(bytesSource(bytes));
    const strings = await workbook.strings();
    for (const [index, text] of texts.entries())
      if (strings.get(index) !== text) expect.fail(`text ${index}`);
    expect(workbook.textBytes()).toBeGreaterThan(8_000_000);
    workbook.free();
    expect(workbook.textBytes()).toBe(0);
  });
});

describe('other parts', () => {
  const open = (book: Partial<BuiltWorkbook>, limits: Partial<typeof inflateLimits> = {}) =>
    openWorkbook(bytesSource(buildWorkbook({ ...good, ...book })), { ...inflateLimits, ...limits });

  it('are refused if they are too long', async () => {
    const formats = Array.from({ length: 100 }, (_, index) => `0.${'0'.repeat(index)}`);
    await open({ formats }, { part: 20_000 });
    await expect(open({ formats }, { part: 10_000 })).rejects.toThrow(refusals.inflated);
  });

  it('are refused if elements are nested too deeply', async () => {
    const nested = (depth: number) => ({
      contentTypes: '<a>'.repeat(depth) + '</a>'.repeat(depth),
    });
    await open(nested(200));
    await expect(open(nested(300))).rejects.toThrow(refusals.damaged);
  });

  it.each<[string, Partial<BuiltWorkbook>]>([
    ['styles', { builtIn: new Array(65_537).fill(14) }],
    ['number formats', { formats: Array.from({ length: 4097 }, (_, index) => `"${index}"0`) }],
  ])('are refused if they list too many %s', async (_, book) => {
    await expect(open(book)).rejects.toThrow(refusals.lists);
  });

  it.each<[string, number, number]>([
    ['sheets', 1, 10_001],
    ['relationships', 10_001, 1],
  ])('are refused if they list too many %s', async (_, relationships, sheets) => {
    const list = (count: number, item: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => item(index)).join('');
    const bytes = buildZip([
      { name: '[Content_Types].xml', content: '<Types/>' },
      {
        name: '_rels/.rels',
        content: `<Relationships>${list(relationships, (index) => `<Relationship Id="${index}" Type="officeDocument" Target="book.xml"/>`)}</Relationships>`,
      },
      {
        name: 'book.xml',
        content: `<workbook><sheets>${list(sheets, () => '<sheet name="S"/>')}</sheets></workbook>`,
      },
    ]);
    await expect(openWorkbook(bytesSource(bytes))).rejects.toThrow(refusals.lists);
  });
});
