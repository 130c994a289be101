import { vendorNamed } from '@warranty/contracts/vendors';
import type { WarrantyResult } from '@warranty/contracts/warranty';

/**
 * Labels by kind of coverage: a license is never called a warranty. The title is used if the vendor does not describe the
 * device. `lines` is the heading of all entitlements, and `line` the label of one without a type.
 */
export const coverageLabels = {
  warranty: {
    title: 'Warranty Information',
    start: 'Start Date',
    end: 'End Date',
    lines: 'All Warranty Entitlements',
    line: 'Warranty',
  },
  license: {
    title: 'License Information',
    start: 'Claimed',
    end: 'License end',
    lines: 'All licenses',
    line: 'License',
  },
} satisfies Record<WarrantyResult['coverKind'], object>;

/** What users must know about the vendor to interpret the dates. */
export function coverageNote(result: Pick<WarrantyResult, 'coverKind' | 'manufacturer'>): string | null {
  if (result.coverKind !== 'license') return null;
  return `${result.manufacturer} does not publish hardware warranties. This is the license end date.`;
}

/** Why there is no start date: some vendors never provide one. */
export function startNote({ manufacturer }: Pick<WarrantyResult, 'manufacturer'>): string | null {
  return vendorNamed(manufacturer)?.reportsStartDates === false
    ? `${manufacturer} does not provide a start date`
    : null;
}
