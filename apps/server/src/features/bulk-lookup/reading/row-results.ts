import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import type { RowResult } from '@warranty/contracts/csv-enrichment';
import { storedDeviceFields } from '@warranty/contracts/result-fields';
import { noHardware } from '@warranty/contracts/warranty';
import { type EnrichmentValues, toEnrichmentValues } from '@warranty/domain/csv/enrichment-values';
import { statusAt } from '@warranty/domain/warranty-dates';
import { coverKindOf } from '../../../lookups/answers/result.ts';
import { emptySerialResult, type SerialResult } from '../../../lookups/answers/serial-result.ts';
import { unpackSerialResult } from '../../../lookups/engine/packed-result.ts';
import type { FileRow, StoredRow } from '../intake/rows.store.ts';

/** Null for rows that are pending or were not looked up. */
export function serialResultOf({ answer }: Pick<StoredRow, 'answer'>): SerialResult | null {
  return answer && unpackSerialResult(answer);
}

interface ResultContext {
  demo: boolean;
  now: Date;
}

type Row = Pick<FileRow, 'serial' | 'manufacturer' | 'outcome' | 'reason'>;

function sourceOf(manufacturer: string | null, checkedAt: string | null, demo: boolean) {
  return manufacturer && checkedAt ? { vendor: manufacturer, checkedAt, stale: false, demo } : null;
}

/** The values written to a row: its result, or the reason why there is none. */
export function toEnrichment(
  { manufacturer, reason }: Pick<Row, 'manufacturer' | 'reason'>,
  result: SerialResult | null,
  { demo, now }: ResultContext,
  whilePending: string | null = null,
): EnrichmentValues {
  if (!result) return { error: reason ?? whilePending };
  return toEnrichmentValues({
    ...result,
    manufacturer,
    coverKind: coverKindOf(manufacturer),
    status: statusAt(result.endsAt, now),
    source: sourceOf(manufacturer, result.checkedAt, demo),
  });
}

type ListedResult = Omit<BulkResultRow, 'row' | 'line' | 'modelNumber' | 'retryAt' | 'sameDevice'>;

/** What the list of results shows of a row. */
export function toListedResult(
  { manufacturer, outcome, reason }: Row,
  result: SerialResult | null,
  now: Date,
): ListedResult {
  const { startDate, endDate, endsAt, serviceLevel, noCoverage, error } = result ?? emptySerialResult;
  return {
    manufacturer,
    outcome: result?.outcome ?? outcome ?? 'pending',
    status: statusAt(endsAt, now),
    ...{ noCoverage, startDate, endDate, endsAt, serviceLevel },
    error: result ? error : reason,
  };
}

/** A row and its result in the format of the contract. Entitlements are not stored with a run. */
export function toRowResult(row: Row, result: SerialResult | null, { demo, now }: ResultContext): RowResult {
  const { error, ...listed } = toListedResult(row, result, now);
  const told = result ?? emptySerialResult;
  const source = sourceOf(row.manufacturer, told.checkedAt, demo);
  return {
    ...listed,
    ...(error ? { error } : {}),
    modelNumber: row.serial ?? '',
    manufacturerEvidence: '',
    coverKind: coverKindOf(row.manufacturer),
    description: null,
    allEntitlements: [],
    hardware: {
      ...noHardware,
      ...Object.fromEntries(storedDeviceFields.map((field) => [field, told[field]])),
    },
    source: source && { ...source, page: null },
  };
}
