import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import type { RowResult } from '@warranty/contracts/csv-enrichment';
import type { Column } from '@warranty/domain/csv/columns';
import { createEnricher, planEnrichment } from '@warranty/domain/csv/enrich';
import { toEnrichmentValues } from '@warranty/domain/csv/enrichment-values';
import { writeCsv } from '@warranty/domain/csv/write';
import { statusNow } from '../../../shared/warranty/warranty-status.ts';
import { type ListItems, readPastedList } from './pasted-devices.ts';
import type { ColumnChoice } from './pasted-table.ts';

export const maxItems = 1000;

/** Why this list cannot be looked up, in the wording of the specification; null if it can. */
export function listProblem(text: string, choice: ColumnChoice | null = null): string | null {
  if (text.trim() === '') return 'At least one item is required';
  const { length } = readPastedList(text, choice).devices;
  if (length === 0) return 'Serial number is required';
  if (length > maxItems) {
    const count = length.toLocaleString('en-US');
    return `A list takes up to 1,000 serial numbers and this one has ${count}. Use a CSV file for more.`;
  }
  return null;
}

/** Each device once. The selected manufacturer applies to devices without one in the list. */
export function itemsOf(text: string, manufacturer: string, choice: ColumnChoice | null = null): ListItems {
  const { devices } = readPastedList(text, choice);
  return devices.map((device) => ({ ...(manufacturer && { manufacturer }), ...device }));
}

/** Converts a result to the row format of a run's table. */
export function rowOf(result: RowResult, at: number): BulkResultRow {
  return { ...result, row: at + 1, line: 0, error: result.error ?? null, retryAt: null, sameDevice: 1 };
}

const columns: Column[] = ['Serial Number', 'Manufacturer'].map((name) => ({ name, header: name }));

/** The list with its results, in the CSV format shared by all exports. */
export function listCsv(results: readonly RowResult[], now: Date): string {
  const plan = planEnrichment({
    columns,
    mapping: { modelNumber: 'Serial Number', manufacturer: 'Manufacturer' },
    fillBlankFields: true,
  });
  const enrich = createEnricher(plan);
  const rows = results.map((result) =>
    enrich(
      [result.modelNumber, result.manufacturer ?? ''],
      toEnrichmentValues({ ...result.hardware, ...result, status: statusNow(result, now) }),
    ),
  );
  return writeCsv([plan.header, ...rows], { delimiter: ',', bom: true });
}
