import type { CsvRow } from '@warranty/domain/csv/reader';
import { bytesSource } from '@warranty/domain/xlsx/byte-source';
import { openWorkbookTable } from '@warranty/domain/xlsx/workbook-table';
import { describe, expect, it } from 'vitest';
import { workbookCases } from './cases.ts';

async function readAll(bytes: Uint8Array, sheet: string | null) {
  const table = await openWorkbookTable(bytesSource(bytes), sheet);
  const rows: CsvRow[] = [];
  for await (const batch of table.rows()) rows.push(...batch);
  return {
    cells: [table.columns.map(({ name }) => name), ...rows.map(({ cells }) => cells)],
    lines: rows.map(({ line }) => line),
    notices: table.report().notices.map(({ message }) => message),
  };
}

describe('the corpus of workbooks', () => {
  it('has at least 60', () => expect(workbookCases.length).toBeGreaterThanOrEqual(60));

  it.each(workbookCases)('$name', { timeout: 60_000 }, async ({ bytes, sheet, ...expected }) => {
    const { cells, lines, notices = [] } = expected;
    const found = await readAll(await bytes(), sheet ?? null);
    expect(found.cells).toEqual(cells);
    expect(found.lines).toEqual(lines ?? cells.slice(1).map((_, index) => index + 2));
    expect(found.notices).toEqual(notices);
  });
});
