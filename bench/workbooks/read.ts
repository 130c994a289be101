import { open } from 'node:fs/promises';
import type { ByteSource } from '@warranty/domain/xlsx/byte-source';
import { openWorkbookTable } from '@warranty/domain/xlsx/workbook-table';
import { reportUse } from './report-use.ts';
import { rowAt } from './rows.ts';

// Reads a workbook and compares every cell: PATH.
const file = await open(process.argv[2] ?? '');
const source: ByteSource = {
  size: (await file.stat()).size,
  async read(start, end) {
    const { buffer, bytesRead } = await file.read(new Uint8Array(end - start), 0, end - start, start);
    return buffer.subarray(0, bytesRead);
  },
};
const table = await openWorkbookTable(source);
let rows = 0;
for await (const batch of table.rows())
  for (const { line, cells } of batch) {
    const expected = rowAt(rows);
    // Results may follow.
    if (cells.slice(0, expected.length).join('\n') !== expected.join('\n'))
      throw new Error(`line ${line} differs: ${cells.join(' | ')}`);
    rows += 1;
  }
await file.close();
reportUse(rows);
