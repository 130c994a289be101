import type { RowResult } from '@warranty/contracts/bulk-lookup';
import { vendorNamed } from '@warranty/contracts/vendors';
import { noHardware } from '@warranty/contracts/warranty';
import {
  type EnrichmentSource,
  type EnrichmentValues,
  toEnrichmentValues,
} from '@warranty/domain/csv/enrichment-values';
import { statusAt } from '@warranty/domain/warranty-dates';
import type { FileRow, StoredRow } from './rows.store.ts';
import { emptySerialResult, type SerialResult, unpackSerialResult } from './serial-result.ts';

/** Null for rows that are pending or were not looked up. */
export function serialResultOf({ answer }: Pick<StoredRow, 'answer'>): SerialResult | null {
  return answer && unpackSerialResult(answer);
}

interface ResultContext {
  demo: boolean;
  now: Date;
}

function toEnrichmentSource(
  manufacturer: string | null,
  answer: Omit<SerialResult, 'outcome'>,
  { demo, now }: ResultContext,
): EnrichmentSource {
  const { startDate, endDate, endsAt, serviceLevel, serviceTag, productCode, shipDate } = answer;
  const { systemDescription, checkedAt, error } = answer;
  return {
    manufacturer,
    coverKind: vendorNamed(manufacturer)?.coverKind ?? 'warranty',
    status: statusAt(endsAt, now),
    ...(error ? { error } : {}),
    startDate,
    endDate,
    serviceLevel,
    hardware: { serviceTag, productCode, shipDate, systemDescription },
    source: manufacturer && checkedAt ? { vendor: manufacturer, checkedAt, stale: false, demo } : null,
  };
}

/** The values written to a row: its result, or the reason why there is none. */
export function toRowAnswer(
  { manufacturer, reason }: Pick<FileRow, 'manufacturer' | 'reason'>,
  answer: SerialResult | null,
  telling: ResultContext,
  whilePending: string | null = null,
): EnrichmentValues {
  return answer
    ? toEnrichmentValues(toEnrichmentSource(manufacturer, answer, telling))
    : { error: reason ?? whilePending };
}

/** A row and its result in the format of the contract. Entitlements are not stored with a run. */
export function toRowResult(
  row: Pick<FileRow, 'serial' | 'manufacturer' | 'outcome' | 'reason'>,
  answer: SerialResult | null,
  telling: ResultContext,
): RowResult {
  const told = answer ?? { ...emptySerialResult, error: row.reason };
  const { hardware, source, ...device } = toEnrichmentSource(row.manufacturer, told, telling);
  return {
    ...device,
    modelNumber: row.serial ?? '',
    manufacturerEvidence: '',
    outcome: answer?.outcome ?? row.outcome ?? 'pending',
    endsAt: told.endsAt,
    description: null,
    allEntitlements: [],
    hardware: { ...noHardware, ...hardware },
    source: source && { ...source, page: null },
  };
}
