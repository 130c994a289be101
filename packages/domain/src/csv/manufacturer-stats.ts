import type { ManufacturerStats } from '@warranty/contracts/field-mapping';
import type { RowReading } from './row.ts';

export const noManufacturerStats: ManufacturerStats = {
  provided: 0,
  normalized: 0,
  guessed: 0,
  skipped: 0,
  conflicts: 0,
  nonDellFiltered: 0,
};

/**
 * A skipped row is in no other count, whatever its manufacturer, so rows to look up, rows not processed and rows skipped
 * add up to all rows.
 */
export function countRow(
  stats: ManufacturerStats,
  row: Pick<RowReading, 'counted' | 'conflict' | 'action'>,
): void {
  stats[row.counted] += 1;
  if (row.counted === 'skipped') return;
  if (row.conflict !== null) stats.conflicts += 1;
  if (row.action === 'not-processed') stats.nonDellFiltered += 1;
}
