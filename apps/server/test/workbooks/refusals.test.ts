import { CsvError, csvLimits } from '@warranty/domain/csv/csv-error';
import { type ByteSource, bytesSource } from '@warranty/domain/xlsx/byte-source';
import { openWorkbook } from '@warranty/domain/xlsx/workbook';
import { refusals } from '@warranty/domain/xlsx/workbook-error';
import { openWorkbookTable } from '@warranty/domain/xlsx/workbook-table';
import { inflateLimits } from '@warranty/domain/xlsx/zip-entry';
import { describe, expect, it } from 'vitest';
import { buildZip } from '../../../../harness/workbooks/build-zip.ts';
import { buildWorkbook, inline, oneCell } from './build-workbook.ts';

async function refusalOf(source: ByteSource | Uint8Array, limits = csvLimits): Promise<string> {
  try {
    const table = await openWorkbookTable('read' in source ? source : bytesSource(source), null, limits);
    for await (const _ of table.rows());
  } catch (error) {
    if (error instanceof CsvError && error.code === 'workbook') return error.message;
    throw error;
  }
  return 'accepted';
}

const good = { sheets: [oneCell(inline('A2', '7XK2P93'))] };
const book = (more: Partial<Parameters<typeof buildWorkbook>[0]>) => buildWorkbook({ ...good, ...more });

/** A container of Excel 97, with the name of one of its streams. */
function ole(stream: string): Uint8Array {
  const bytes = Buffer.alloc(4096);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.write(stream, 1024, 'utf16le');
  return bytes;
}

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

/** The positions of the compressed bytes of all parts. */
function contentOf(bytes: Uint8Array): number[] {
  const file = Buffer.from(bytes);
  const positions: number[] = [];
  for (let at = 0; file.readUInt32LE(at) === 0x04034b50; ) {
    const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
    const end = start + file.readUInt32LE(at + 18);
    for (let position = start; position < end; position += 1) positions.push(position);
    at = end;
  }
  return positions;
}

async function cellsOf(bytes: Uint8Array): Promise<string[][]> {
  const table = await openWorkbookTable(bytesSource(bytes));
  const rows: string[][] = [];
  for await (const batch of table.rows()) rows.push(...batch.map(({ cells }) => cells));
  return rows;
}

const contentType = (type: string) => `<Override PartName="/xl/workbook.xml" ContentType="${type}"/>`;
const document = (text: string) =>
  buildZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: `${text}<Relationships/>` },
  ]);

describe('a workbook is refused', () => {
  it.each<[string, Uint8Array, string]>([
    ['that is encrypted', ole('EncryptedPackage'), refusals.encrypted],
    ['of Excel 97', ole('Workbook'), refusals.old],
    ['with a macro project', book({ extra: [{ name: 'xl/vbaProject.bin', content: 'x' }] }), refusals.macros],
    [
      'that declares macros',
      book({ contentTypes: contentType('application/vnd.ms-excel.sheet.macroEnabled.main+xml') }),
      refusals.macros,
    ],
    [
      'with a signature',
      book({ extra: [{ name: '_xmlsignatures/sig1.xml', content: '<Signature/>' }] }),
      refusals.signed,
    ],
    [
      'that declares a signature',
      book({
        contentTypes: contentType('application/vnd.openxmlformats-package.digital-signature-origin'),
      }),
      refusals.signed,
    ],
    [
      'with external links',
      book({ extra: [{ name: 'xl/externalLinks/externalLink1.xml', content: '<externalLink/>' }] }),
      refusals.external,
    ],
    ['without a visible sheet', book({ sheets: [{ ...oneCell(''), state: 'hidden' }] }), refusals.noSheet],
    ['whose sheet is empty', book({ sheets: [{ name: 'S', rows: '' }] }), refusals.empty],
    [
      'with a header alone',
      book({ sheets: [{ name: 'S', rows: `<row>${inline('A1', 'Serial')}</row>` }] }),
      refusals.empty,
    ],
    ['that is another archive', buildZip([{ name: 'a.txt', content: 'a' }]), refusals.notWorkbook],
    ['with a document type', document('<!DOCTYPE a [<!ENTITY b "c">]>'), refusals.entities],
    [
      'with an entity',
      book({ sheets: [oneCell('<c r="A2" t="inlineStr"><is><t>&b;</t></is></c>')] }),
      refusals.damaged,
    ],
    ['with an encrypted entry', book({ extra: [{ name: 'a', content: 'b', flags: 1 }] }), refusals.encrypted],
    [
      'with a shared text that is missing',
      book({ sheets: [oneCell('<c r="A2" t="s"><v>7</v></c>')], strings: '' }),
      refusals.damaged,
    ],
    ['with an element that is never closed', book({ sheets: [oneCell('<c r="A2">')] }), refusals.damaged],
    [
      'with rows out of order',
      book({ sheets: [{ name: 'S', rows: '<row r="2"></row><row r="1"></row>' }] }),
      refusals.damaged,
    ],
    [
      'with a false checksum',
      buildZip([{ name: '[Content_Types].xml', content: '<Types/>', crc: 1 }]),
      refusals.damaged,
    ],
    [
      'with an entry twice',
      buildZip([
        { name: 'a', content: '' },
        { name: 'A', content: '' },
      ]),
      refusals.damaged,
    ],
    [
      'with too many entries',
      buildZip(
        Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}`, content: '', stored: true })),
      ),
      refusals.entries,
    ],
  ])('%s', async (_, bytes, sentence) => expect(await refusalOf(bytes)).toBe(sentence));

  it('that is cut off anywhere', async () => {
    const bytes = book({});
    for (let length = 4; length < bytes.length; length += 97)
      expect(await refusalOf(bytes.subarray(0, length))).toBe(refusals.damaged);
  });

  it('if a byte of its content changed', async () => {
    const bytes = book({});
    const content = contentOf(bytes);
    expect(content.length).toBeGreaterThan(900);
    for (const at of content) expect(Object.values(refusals)).toContain(await refusalOf(flipped(bytes, at)));
  });

  it('if another byte of it changed, unless its cells are the same', async () => {
    const bytes = book({});
    const content = new Set(contentOf(bytes));
    const cells = await cellsOf(bytes);
    expect(cells).toEqual([['7XK2P93']]);
    let accepted = 0;
    for (let at = 4; at < bytes.length; at += 1) {
      if (content.has(at)) continue;
      const changed = flipped(bytes, at);
      const refusal = await refusalOf(changed);
      if (refusal !== 'accepted') expect(Object.values(refusals)).toContain(refusal);
      else expect(await cellsOf(changed)).toEqual(cells);
      accepted += Number(refusal === 'accepted');
    }
    // Times, versions and what local headers repeat.
    expect(accepted).toBeGreaterThan(0);
  });

  it('that inflates to more than its entries may together, whatever sizes it declares', async () => {
    const bytes = book({ extra: [{ name: 'a', content: 'x' }], strings: '<si><t>x</t></si>'.repeat(10_000) });
    const limits = { ...inflateLimits, bytes: 50_000, ratio: 1000, ratioFrom: 0 };
    const workbook = openWorkbook(bytesSource(bytes), limits).then(({ strings }) => strings());
    await expect(workbook).rejects.toThrow(refusals.inflated);
  });

  it('that is a zip bomb, long before it is inflated', { timeout: 30_000 }, async () => {
    const bomb = book({ sheets: [{ name: 'S', rows: `<!--${' '.repeat(60_000_000)}-->` }] });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusalOf(bomb)).toBe(refusals.inflated);
  });

  it('if it exceeds a limit, with the line', async () => {
    const row = (line: number, ...cells: string[]) => `<row r="${line}">${cells.join('')}</row>`;
    const rows = row(1, inline('A1', 'Serial')) + row(2, inline('A2', 'abcdef')) + row(3, inline('C3', 'x'));
    const bytes = book({ sheets: [{ name: 'S', rows }] });
    const under = (limits: Partial<typeof csvLimits>) => refusalOf(bytes, { ...csvLimits, ...limits });
    expect(await under({ cell: 5 })).toBe('Row 1 has a cell of more than 5 characters.');
    expect(await under({ columns: 2 })).toBe('Row 3 has more than 2 columns.');
    expect(await under({ rows: 1 })).toBe('The file has more than 1 rows. Row 3 exceeds the limit.');
    const source = { size: csvLimits.bytes + 1, read: async () => new Uint8Array() };
    expect(await refusalOf(source)).toBe('The file is larger than 500 MB.');
  });

  it('if it has no sheet of the chosen name, or only a hidden one', async () => {
    const bytes = book({ sheets: [...good.sheets, { name: 'Old', rows: '', state: 'hidden' }] });
    for (const name of ['Missing', 'Old'])
      await expect(openWorkbookTable(bytesSource(bytes), name)).rejects.toThrow(
        `The workbook has no visible sheet named "${name}".`,
      );
  });
});
