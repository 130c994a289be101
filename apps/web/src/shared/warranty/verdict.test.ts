import { describe, expect, it } from 'vitest';
import { verdictFor } from './verdict.ts';

const now = new Date('2026-11-17T12:00:00Z');
const warranty = (endDate: string | null) =>
  ({
    manufacturer: 'Dell',
    coverKind: 'warranty',
    status: 'unknown',
    noCoverage: false,
    endDate,
    endsAt: endDate && `${endDate}T23:59:59Z`,
  }) as const;

describe('the verdict', () => {
  it.each([
    ['2028-03-29', 'Covered until 29 Mar 2028, 1 year 4 months left'],
    ['2026-12-01', 'Covered until 1 Dec 2026, 15 days left'],
    ['2026-11-18', 'Covered until 18 Nov 2026, 2 days left'],
    ['2026-11-17', 'Covered until 17 Nov 2026, its last day'],
    ['2026-11-16', 'Expired on 16 Nov 2026, 1 day ago'],
    ['2024-01-05', 'Expired on 5 Jan 2024, 2 years 10 months ago'],
    [null, 'Coverage unknown'],
  ])('for an end on %s is "%s"', (endDate, text) => {
    expect(verdictFor(warranty(endDate), now)).toBe(text);
  });

  it('calls a license a license', () => {
    const license = (endDate: string | null) => ({ ...warranty(endDate), coverKind: 'license' as const });
    expect(verdictFor(license('2028-03-29'), now)).toBe('Licensed until 29 Mar 2028, 1 year 4 months left');
    expect(verdictFor(license('2024-01-05'), now)).toBe(
      'License expired on 5 Jan 2024, 2 years 10 months ago',
    );
    expect(verdictFor(license(null), now)).toBe('License end unknown');
  });

  it('tells a device without coverage from one whose coverage is unknown', () => {
    const none = { ...warranty(null), noCoverage: true };
    expect(verdictFor(none, now)).toBe('Dell lists no coverage for this device');
    const license = { ...none, coverKind: 'license' as const, manufacturer: 'Meraki' };
    expect(verdictFor(license, now)).toBe('Meraki lists no license for this device');
  });

  it('counts by the displayed day, not by the time that the vendor sent', () => {
    const answer = { ...warranty('2026-11-16'), endsAt: '2026-11-17T05:59:59Z' };
    expect(verdictFor(answer, new Date('2026-11-17T01:00:00Z'))).toBe('Expired on 16 Nov 2026, 1 day ago');
  });
});
