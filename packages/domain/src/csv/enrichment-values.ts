import type { Hardware, WarrantyResult, WarrantyStatus } from '@warranty/contracts/warranty';

/** Of a result, what can be written to a row. */
export interface EnrichmentSource
  extends Pick<WarrantyResult, 'coverKind' | 'status' | 'error'>,
    Pick<WarrantyResult, 'startDate' | 'endDate' | 'serviceLevel'> {
  /** Null where nobody knows it. */
  manufacturer: string | null;
  hardware: Pick<Hardware, 'serviceTag' | 'productCode' | 'systemDescription' | 'shipDate'>;
  source: Pick<NonNullable<WarrantyResult['source']>, 'vendor' | 'checkedAt' | 'stale' | 'demo'> | null;
}

/** What a row can be told, in the order of the columns that are added for it. */
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
/** The maker fills a blank cell of its column; no column is added for it. */
export type EnrichmentField = AddedField | 'manufacturer';

/** Texts as they are written; dates as yyyy-mm-dd. What is missing or null is not written. */
export type EnrichmentValues = Partial<Record<EnrichmentField, string | null>>;

/** `unknown` is not written: the cell stays blank, so that a later run can still fill it. */
const statusLabels: Record<WarrantyStatus, string | null> = {
  active: 'Active',
  expiring: 'Expiring Soon',
  expired: 'Expired',
  unknown: null,
};

function sourceOf({ source, coverKind, endDate }: EnrichmentSource): string | null {
  if (source === null) return null;
  const who = source.demo ? `${source.vendor} (sample data)` : source.vendor;
  const license = coverKind === 'license' && endDate !== null ? `, license end ${endDate}` : '';
  const age = source.stale ? ', its last answer' : '';
  return `${who}${license}, checked ${source.checkedAt.slice(0, 10)}${age}`;
}

/** A license is no hardware warranty: its dates are named with the source and never stand under "Warranty". */
function coverOf({
  coverKind,
  status,
  startDate,
  endDate,
  serviceLevel,
}: EnrichmentSource): EnrichmentValues {
  if (coverKind !== 'warranty') return {};
  return { warranty: statusLabels[status], startDate, endDate, serviceLevel };
}

/** Why a device that the vendor knows has no dates, on the screen and in the file. */
export const noCoverageMessage = (vendor: string | null): string =>
  `${vendor ?? 'The vendor'} lists no cover for this device.`;

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
    ...(result.source && result.endDate === null && { error: noCoverageMessage(result.source.vendor) }),
  };
}
