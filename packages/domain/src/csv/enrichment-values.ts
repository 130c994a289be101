import {
  type ResultField,
  resultFieldNames,
  type StoredField,
  storedCoverageFields,
  storedDeviceFields,
} from '@warranty/contracts/result-fields';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import { statusLabels } from '../status-labels.ts';

/** The part of a result that can be written to a row. */
export interface EnrichmentSource
  extends Pick<WarrantyResult, 'coverKind' | 'status' | 'noCoverage'>,
    Readonly<Record<StoredField, string | null>> {
  /** Null if unknown. */
  manufacturer: string | null;
  error?: string | null | undefined;
  source: Pick<NonNullable<WarrantyResult['source']>, 'vendor' | 'checkedAt' | 'stale' | 'demo'> | null;
}

/** What the user gave for single rows. */
export type CorrectedField = 'correctedIdentifier' | 'correctedManufacturer';
/** Fields that can be written to a row, in the order of the added columns. */
export type AddedField = ResultField | 'source' | 'error' | CorrectedField;
export const enrichmentFields: readonly AddedField[] = [...resultFieldNames, 'source', 'error'];
/** The manufacturer only fills blank cells of its column; no column is added for it. */
export type EnrichmentField = AddedField | 'manufacturer';

/** Text as written; dates as yyyy-mm-dd. Missing and null values are not written. */
export type EnrichmentValues = Partial<Record<EnrichmentField, string | null>>;

function sourceOf({ source, coverKind, endDate }: EnrichmentSource): string | null {
  if (source === null) return null;
  const who = source.demo ? `${source.vendor} (sample data)` : source.vendor;
  const license = coverKind === 'license' && endDate !== null ? `, license end ${endDate}` : '';
  const age = source.stale ? ', last known result' : '';
  return `${who}${license}, checked ${source.checkedAt.slice(0, 10)}${age}`;
}

/** A license is not a hardware warranty: its end is shown with the source and never in a warranty column. */
function addCoverage(values: EnrichmentValues, result: EnrichmentSource): void {
  const { coverKind, status } = result;
  if (coverKind !== 'warranty') return;
  // `unknown` is not written: the cell stays blank, so that a later run can fill it.
  values.warranty = status === 'unknown' ? null : statusLabels[status];
  for (const field of storedCoverageFields) values[field] = result[field];
}

/** Why a known device has no end date, for the screen and the file. */
export function noEndDateMessage(
  vendor: string | null,
  { serviceLevel, noCoverage }: Pick<EnrichmentSource, 'serviceLevel' | 'noCoverage'>,
): string {
  const name = vendor ?? 'The vendor';
  if (serviceLevel) return `${name} lists ${serviceLevel}, which is active and has no end date.`;
  return noCoverage
    ? `${name} lists no warranty for this device.`
    : `${name} lists no end date for this device.`;
}

export function toEnrichmentValues(result: EnrichmentSource): EnrichmentValues {
  const { manufacturer, error } = result;
  const source = sourceOf(result);
  if (error !== undefined && error !== null) return { source, error };
  const values: EnrichmentValues = { manufacturer, source };
  addCoverage(values, result);
  for (const field of storedDeviceFields) values[field] = result[field];
  values.purchaseDate = values.shipDate ?? values.startDate ?? null;
  if (result.source && result.endDate === null) values.error = noEndDateMessage(result.source.vendor, result);
  return values;
}
