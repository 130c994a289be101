import {
  type BulkRowDetails,
  type FileCell,
  maxShownCell,
  type RowDifference,
} from '@warranty/contracts/bulk-results';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import type { BatchLookup as Batches } from '../../../lookups/answers/batch-lookup.ts';
import type { SerialResult } from '../../../lookups/answers/serial-result.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { OwnerId } from '../../../platform/ownership/owner-id.ts';
import type { StoredRow } from '../intake/rows.store.ts';
import { notReady } from '../runs/present-run.ts';
import type { RunRow } from '../runs/run.ts';
import type { Stores } from '../stores.ts';
import { comparerFor, isComparable } from './comparer.ts';
import { pendingReason, requireSource } from './export.ts';
import { fullResultOf } from './full-result.ts';
import { toResultRow } from './results.ts';
import { serialResultOf, toRowResult } from './row-results.ts';

export interface RowDetailsDeps extends Pick<Stores, 'rows' | 'columns' | 'runs'> {
  batches: Batches;
  demo: boolean;
}

/** Everything about one row. Makes no vendor call. */
export function createRowReader({ rows, columns, runs, batches, demo }: RowDetailsDeps) {
  async function requireColumns(run: RunRow): Promise<string[]> {
    const names = run.hasSource ? await columns.names(run.key) : null;
    if (names) return names;
    throw notReady(run, 'read');
  }

  async function resultOf(owner: OwnerId, row: StoredRow, kept: SerialResult): Promise<WarrantyResult> {
    const { vendor, serial } = row;
    const {
      error: _,
      manufacturer,
      outcome: __,
      ...stored
    } = toRowResult(row, kept, { demo, now: new Date() });
    const plain = { ...stored, manufacturer: manufacturer ?? '' };
    const access = vendor && serial ? await batches.resolveAccess(owner, vendor) : null;
    if (!access || !serial || !kept.checkedAt) return plain;
    const record = (await batches.findCached(access, [serial])).get(serial);
    const known = record && { ...record, checkedAt: new Date(kept.checkedAt) };
    return fullResultOf(batches, access, serial, known, plain) ?? plain;
  }

  async function differencesOf(run: RunRow, row: StoredRow, kept: SerialResult): Promise<RowDifference[]> {
    if (!isComparable(run.options)) return [];
    const { compare } = comparerFor(await requireSource({ runs }, run), run.options);
    return compare(row, row.cells, kept);
  }

  return {
    columns: requireColumns,

    async row(owner: OwnerId, run: RunRow, number: number): Promise<BulkRowDetails> {
      const names = await requireColumns(run);
      // One more character than is shown tells whether there are more.
      const row = await rows.find(run, number, maxShownCell + 1);
      if (!row) throw new AppError('not_found');
      const listed = toResultRow(row, batches.notKnownSeconds, new Date());
      const kept = serialResultOf(row);
      return {
        listed: listed.outcome === 'pending' ? { ...listed, error: pendingReason(run) } : listed,
        cells: row.cells.map((value, index) => toFileCell(names[index] ?? `Column ${index + 1}`, value)),
        differences: kept?.outcome === 'found' ? await differencesOf(run, row, kept) : [],
        result: kept?.outcome === 'found' ? await resultOf(owner, row, kept) : null,
      };
    },
  };
}

/** Counted like in the database, where an emoji is one character. */
function toFileCell(column: string, value: string): FileCell {
  const characters = value.length > maxShownCell ? [...value] : [];
  const isShortened = characters.length > maxShownCell;
  return { column, value: isShortened ? characters.slice(0, maxShownCell).join('') : value, isShortened };
}
