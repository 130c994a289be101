import type { EnrichmentValues } from '@warranty/domain/csv/enrichment-values';
import { createProfiler } from '@warranty/domain/csv/profile';
import type { CsvRow } from '@warranty/domain/csv/reader';
import { bytesSource } from '@warranty/domain/xlsx/byte-source';
import { openWorkbookTable } from '@warranty/domain/xlsx/workbook-table';
import { fleetMapping } from '../../../../harness/workbooks/fleet-workbook.ts';
import { planFor } from '../../src/features/bulk-lookup/reading/export.ts';
import { patchWorkbook, type ResultRow } from '../../src/features/bulk-lookup/reading/patch-workbook.ts';

/** What a vendor answers for a row. The texts have everything that XML could mistake. */
export function answerOf(index: number): EnrichmentValues {
  if (index % 6 === 5)
    return { source: 'Dell, checked 2026-11-18', error: 'Dell does not know this device.' };
  const day = String(1 + index).padStart(2, '0');
  return {
    ...{ warranty: 'Active', startDate: `2024-01-${day}`, endDate: `2027-01-${day}` },
    ...{ shipDate: `2023-12-${day}`, purchaseDate: `2023-12-${day}`, manufacturer: 'Dell' },
    ...{ serviceLevel: ' ProSupport <Plus> & "more" €😀 ', serviceTag: '0012345', source: '=1+1' },
  };
}

async function readAll(bytes: Uint8Array, sheet: string) {
  const table = await openWorkbookTable(bytesSource(bytes), sheet);
  const rows: CsvRow[] = [];
  for await (const batch of table.rows()) rows.push(...batch);
  return { columns: table.columns, rows, report: table.report() };
}

/** A workbook with answers, as a download has them. */
export async function addAnswers(
  bytes: Uint8Array,
  { fill, sheet = 'Devices', batch = 5 }: { fill: boolean; sheet?: string; batch?: number },
) {
  const { columns, rows, report } = await readAll(bytes, sheet);
  const profiler = createProfiler(columns.length);
  for (const { cells } of rows) profiler.add(cells);
  const profiles = profiler.profiles();
  const options = { fieldMapping: fleetMapping, fillBlankFields: fill, purchaseDate: null };
  const plan = planFor(
    { columns, profiles },
    { ...options, vendors: [], encoding: null, delimiter: null, fileName: null },
  );
  async function* results(): AsyncGenerator<ResultRow[]> {
    const all = rows.map((row, index) => ({ row, enrichment: answerOf(index) }));
    for (let at = 0; at < all.length; at += batch) yield all.slice(at, at + batch);
  }
  const pieces = await patchWorkbook({
    bytes: bytesSource(bytes),
    sheet,
    read: report,
    plan,
    hasValues: (column) => (profiles[column]?.blank ?? 0) < (profiles[column]?.rows ?? 0),
    rows: results(),
    totalRows: rows.length,
  });
  const written: Buffer[] = [];
  for await (const piece of pieces) written.push(piece);
  const result = Buffer.concat(written);
  return { result, plan, report, rows, read: await readAll(result, sheet) };
}
