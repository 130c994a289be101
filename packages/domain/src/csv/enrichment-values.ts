import type { Hardware, WarrantyResult } from '@warranty/contracts/warranty';
import { statusLabels } from '../status-labels.ts';

/** The part of a result that can be written to a row. */
export interface EnrichmentSource
  extends Pick<WarrantyResult, 'coverKind' | 'status' | 'error'>,
    Pick<WarrantyResult, 'startDate' | 'endDate' | 'serviceLevel'> {
  /** Null if unknown. */
  manufacturer: string | null;
  hardware: Pick<Hardware, 'serviceTag' | 'productCode' | 'systemDescription' | 'shipDate'>;
  source: Pick<NonNullable<WarrantyResult['source']>, 'vendor' | 'checkedAt' | 'stale' | 'demo'> | null;
}

/** Fields that can be written to a row, in the order of the added columns. */
export const enrichmentFields = [
  'warranty',
  'startDate',
  'endDate',
  'serviceLevel',
  'serviceTag',
  'productCode',
  'systemDescription',
  'shipDate',
  'purchaseDate',
  'source',
  'error',
] as const;
export type AddedField = (typeof enrichmentFields)[number];
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
function coverOf({
  coverKind,
  status,
  startDate,
  endDate,
  serviceLevel,
}: EnrichmentSource): EnrichmentValues {
  if (coverKind !== 'warranty') return {};
  // `unknown` is not written: the cell stays blank, so that a later run can fill it.
  const warranty = status === 'unknown' ? null : statusLabels[status];
  return { warranty, startDate, endDate, serviceLevel };
}

/** Why a known device has no end date, for the screen and the file. */
export const noEndDateMessage = (vendor: string | null, serviceLevel: string | null): string =>
  serviceLevel
    ? `${vendor ?? 'The vendor'} lists ${serviceLevel}, which is active and has no end date.`
    : `${vendor ?? 'The vendor'} lists no warranty for this device.`;

export function toEnrichmentValues(result: EnrichmentSource): EnrichmentValues {
  const { hardware, error } = result;
  const source = sourceOf(result);
  if (error !== undefined) return { source, error };
  const cover = coverOf(result);
  return {
    manufacturer: result.manufacturer,
    ...cover,
    serviceTag: hardware.serviceTag,
    productCode: hardware.productCode,
    systemDescription: hardware.systemDescription,
    shipDate: hardware.shipDate,
    purchaseDate: hardware.shipDate ?? cover.startDate ?? null,
    source,
    ...(result.source &&
      result.endDate === null && { error: noEndDateMessage(result.source.vendor, result.serviceLevel) }),
  };
}
