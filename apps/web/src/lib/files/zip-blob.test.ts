import { blobSource } from '@warranty/domain/xlsx/byte-source';
import { workbookFile } from '@warranty/domain/xlsx/workbook-file';
import { openWorkbookTable } from '@warranty/domain/xlsx/workbook-table';
import { expect, it } from 'vitest';
import { zipBlob } from './zip-blob.ts';

async function* inBatches(rows: string[][]) {
  for (const row of rows) yield [row];
}

it('makes workbooks that are read back as they were', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => [`0${index}`, `Grüße <${index}> & "mehr"`, '=1+1']);
  const parts = workbookFile(['Serial', 'Notes', 'Formula'], inBatches(rows), 'Predictions');
  const blob = await zipBlob(parts, 'application/zip');
  expect(blob.type).toBe('application/zip');
  const table = await openWorkbookTable(blobSource(blob));
  const read: string[][] = [];
  for await (const batch of table.rows()) read.push(...batch.map(({ cells }) => cells));
  expect(table.sheet).toBe('Predictions');
  expect(table.columns.map(({ name }) => name)).toEqual(['Serial', 'Notes', 'Formula']);
  expect(read).toEqual(rows);
  // The texts repeat, so the archive must be far smaller.
  expect(blob.size).toBeLessThan(rows.flat().join('').length);
});
