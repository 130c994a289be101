import { vendorNamed } from '@warranty/contracts/vendors';
import type { WarrantyResult } from '@warranty/contracts/warranty';

type CoverKind = WarrantyResult['coverKind'];

interface CoverageLabels {
  /** Used if the vendor does not describe the device. */
  title: string;
  start: string;
  end: string;
  /** The heading of all entitlements, and the label of one without a type. */
  lines: string;
  line: string;
}

/** Labels by kind of coverage: a license is never called a warranty. */
export const coverageLabels: Record<CoverKind, CoverageLabels> = {
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
};

/** What users must know about the vendor to interpret the dates. */
export function coverageNote({
  coverKind,
  manufacturer,
}: Pick<WarrantyResult, 'coverKind' | 'manufacturer'>): string | null {
  if (coverKind !== 'license') return null;
  return `${manufacturer} does not publish hardware warranties. This is the license end date.`;
}

/** Why there is no start date: some vendors never provide one. */
export function startNote({ manufacturer }: Pick<WarrantyResult, 'manufacturer'>): string | null {
  return vendorNamed(manufacturer)?.reportsStartDates === false
    ? `${manufacturer} does not provide a start date`
    : null;
}
