import type { WarrantyResult } from '@warranty/contracts/warranty';
import { describe, expect, it } from 'vitest';
import { toEnrichmentValues } from './enrichment-values.ts';

const lookup: WarrantyResult = {
  modelNumber: '7XK2P93',
  manufacturer: 'Dell',
  manufacturerEvidence: 'The model names Dell.',
  coverKind: 'warranty',
  status: 'expiring',
  noCoverage: false,
  startDate: '2024-01-22',
  endDate: '2027-01-21',
  endsAt: '2027-01-21T23:59:59Z',
  serviceLevel: 'ProSupport',
  description: null,
  allEntitlements: [],
  hardware: {
    serviceTag: '7XK2P93',
    productCode: '>/100',
    productLineDescription: null,
    productFamily: null,
    shipDate: '2024-01-15',
    localChannel: null,
    productLobDescription: null,
    countryCode: null,
    systemDescription: 'Latitude 5440',
  },
  source: { vendor: 'Dell', checkedAt: '2026-11-15T03:04:05.000Z', stale: false, demo: false, page: null },
};
const result = { ...lookup.hardware, ...lookup };

describe('toEnrichmentValues', () => {
  it('returns the values to write', () => {
    expect(toEnrichmentValues(result)).toEqual({
      manufacturer: 'Dell',
      warranty: 'Expiring Soon',
      startDate: '2024-01-22',
      endDate: '2027-01-21',
      serviceLevel: 'ProSupport',
      serviceTag: '7XK2P93',
      productCode: '>/100',
      systemDescription: 'Latitude 5440',
      shipDate: '2024-01-15',
      purchaseDate: '2024-01-15',
      source: 'Dell, checked 2026-11-15',
    });
  });

  it('uses the warranty start as the purchase date if the ship date is unknown', () => {
    expect(toEnrichmentValues({ ...result, shipDate: null }).purchaseDate).toBe('2024-01-22');
    expect(toEnrichmentValues({ ...result, shipDate: null, startDate: null }).purchaseDate).toBeNull();
  });

  it('writes no unknown status', () => {
    expect(toEnrichmentValues({ ...result, status: 'unknown' }).warranty).toBeNull();
  });

  it('explains why a device without coverage has no dates', () => {
    const dateless = { ...result, status: 'unknown', startDate: null, endDate: null } as const;
    expect(toEnrichmentValues({ ...dateless, serviceLevel: null, noCoverage: true })).toMatchObject({
      error: 'Dell lists no warranty for this device.',
      systemDescription: 'Latitude 5440',
    });
    expect(toEnrichmentValues({ ...dateless, serviceLevel: null }).error).toBe(
      'Dell lists no end date for this device.',
    );
    expect(toEnrichmentValues({ ...dateless, serviceLevel: 'AppleCare+ for Business' })).toMatchObject({
      error: 'Dell lists AppleCare+ for Business, which is active and has no end date.',
    });
  });

  it('writes only the error and the source of a failed lookup', () => {
    expect(toEnrichmentValues({ ...result, error: "Dell does not know '7XK2P93'." })).toEqual({
      error: "Dell does not know '7XK2P93'.",
      source: 'Dell, checked 2026-11-15',
    });
  });

  it('never writes the dates of a license as a warranty', () => {
    const answer = toEnrichmentValues({ ...result, coverKind: 'license', shipDate: null });
    expect(answer).toMatchObject({
      purchaseDate: null,
      source: 'Dell, license end 2027-01-21, checked 2026-11-15',
    });
    for (const field of ['warranty', 'startDate', 'endDate', 'serviceLevel'])
      expect(answer).not.toHaveProperty(field);
  });

  it('marks sample data and stale results', () => {
    const source = { vendor: 'Dell', checkedAt: '2026-11-12T00:00:00Z', stale: true, demo: true, page: null };
    expect(toEnrichmentValues({ ...result, source }).source).toBe(
      'Dell (sample data), checked 2026-11-12, last known result',
    );
    expect(toEnrichmentValues({ ...result, source: null }).source).toBeNull();
  });
});
