import type { ManufacturerStats } from '@warranty/contracts/field-mapping';
import { isBlank } from './blank.ts';
import type { EnrichPlan } from './enrich.ts';
import { countRow, noManufacturerStats } from './manufacturer-stats.ts';
import { type RowReading, type SkipReason, vendorOf } from './row.ts';

export interface ConfirmationSummary {
  totalRows: number;
  /** Cells that may be written; the vendor may not know all values. */
  totalUpdates: number;
  fieldUpdates: { fieldName: string; updatesCount: number }[];
  manufacturerStats: ManufacturerStats;
}

/** Counts over all rows, independent of the options, so that a new summary does not need to read the file again. */
export interface RowCounts {
  rows: number;
  toLookUp: number;
  /** Per column of the file: blank cells in rows to look up. */
  blanks: number[];
  manufacturerStats: ManufacturerStats;
  lookups: LookupCounts;
}

/** Every row once: the vendor that can look it up, or why none can. Independent of the vendors of the run. */
export interface LookupCounts {
  byVendor: Partial<Record<string, number>>;
  /** Rows of manufacturers without a lookup, and the first of their names. */
  others: { rows: number; names: string[] };
  skipped: Partial<Record<SkipReason, number>>;
}

/** A column that is mapped by mistake can have as many names as rows. */
const maxOtherNames = 4;

function createLookupCounter() {
  const counts: LookupCounts = { byVendor: {}, others: { rows: 0, names: [] }, skipped: {} };
  const { byVendor, others, skipped } = counts;
  return {
    counts,
    add(reading: RowReading): void {
      const vendor = vendorOf(reading);
      const { manufacturer, skipReason } = reading;
      if (vendor !== null) byVendor[vendor] = (byVendor[vendor] ?? 0) + 1;
      else if (skipReason !== null) skipped[skipReason] = (skipped[skipReason] ?? 0) + 1;
      else if (manufacturer !== null) {
        others.rows += 1;
        if (others.names.length < maxOtherNames && !others.names.includes(manufacturer))
          others.names.push(manufacturer);
      }
    },
  };
}

export function createRowCounter(width: number) {
  const blanks: number[] = new Array(width).fill(0);
  const manufacturerStats = { ...noManufacturerStats };
  const lookups = createLookupCounter();
  let rows = 0;
  let toLookUp = 0;
  return {
    add(cells: readonly string[], reading: RowReading): void {
      rows += 1;
      countRow(manufacturerStats, reading);
      lookups.add(reading);
      if (reading.action !== 'look-up') return;
      toLookUp += 1;
      for (let index = 0; index < width; index += 1) {
        if (isBlank(cells[index] ?? '')) blanks[index] = (blanks[index] ?? 0) + 1;
      }
    },
    counts: (): RowCounts => ({
      rows,
      toLookUp,
      blanks: [...blanks],
      manufacturerStats: { ...manufacturerStats },
      lookups: lookups.counts,
    }),
  };
}

/** Two fields may share a column; its cells are counted once. */
export function summarize(
  { rows, toLookUp, blanks, manufacturerStats }: RowCounts,
  plan: EnrichPlan,
): ConfirmationSummary {
  const updates = new Map<string, number>();
  for (const { column, kind, at } of plan.targets) {
    updates.set(column, kind === 'added' ? toLookUp : (blanks[at] ?? 0));
  }
  const fieldUpdates = [...updates].map(([fieldName, updatesCount]) => ({ fieldName, updatesCount }));
  const totalUpdates = fieldUpdates.reduce((sum, { updatesCount }) => sum + updatesCount, 0);
  return { totalRows: rows, totalUpdates, fieldUpdates, manufacturerStats };
}
