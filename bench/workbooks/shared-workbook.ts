import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { workbookParts } from '@warranty/domain/xlsx/workbook-parts';
import { writeZip } from '../../apps/server/src/platform/zip/write-zip.ts';
import { batchesOf, headers } from './rows.ts';

// A workbook as spreadsheet programs write it: texts in a table of their own, numbers and dates as numbers with a format.
const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>';
const extraRelation =
  '<Relationship Id="texts" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>';

const dayMs = 86_400_000;
const serialOf = (date: string) => (Date.parse(date) - Date.UTC(1899, 11, 30)) / dayMs;

function numberCell(column: number, text: string): string | null {
  if (column === 7 || column === 9) return `<c><v>${Number(text)}</v></c>`;
  if (column === 8) return `<c s="1"><v>${serialOf(text)}</v></c>`;
  return column === 10 ? `<c s="2"><v>${Number(text)}</v></c>` : null;
}

export async function writeSharedWorkbook(path: string, rows: number): Promise<void> {
  const indexes = new Map<string, number>();
  const textCell = (text: string) => {
    if (text === '') return '<c/>';
    const index = indexes.get(text) ?? indexes.size;
    indexes.set(text, index);
    return `<c t="s"><v>${index}</v></c>`;
  };
  async function* sheet(): AsyncGenerator<string> {
    yield `<worksheet><sheetData><row>${headers.map(textCell).join('')}</row>`;
    for await (const batch of batchesOf(rows)) {
      const xml = batch.map((cells) =>
        cells.map((cell, at) => numberCell(at, cell) ?? textCell(cell)).join(''),
      );
      yield `<row>${xml.join('</row><row>')}</row>`;
    }
    yield '</sheetData></worksheet>';
  }
  function* texts(): Generator<string> {
    yield '<sst>';
    for (const text of indexes.keys()) yield `<si><t>${text}</t></si>`;
    yield '</sst>';
  }
  const parts = workbookParts('Fleet').map(({ path: name, text }) => {
    if (name === 'xl/styles.xml') return { path: name, content: [styles] };
    const isRelations = name === 'xl/_rels/workbook.xml.rels';
    return { path: name, content: [isRelations ? text.replace('</Relationships>', extraRelation) : text] };
  });
  const zip = writeZip([
    ...parts,
    { path: 'xl/worksheets/sheet1.xml', content: sheet() },
    { path: 'xl/sharedStrings.xml', content: texts() },
  ]);
  await pipeline(Readable.from(zip, { objectMode: false }), createWriteStream(path));
}
