import type { WarrantyResult } from '@warranty/contracts/warranty';

type CoverKind = WarrantyResult['coverKind'];

interface CoverageLabels {
  /** Where the vendor does not describe the device. */
  title: string;
  start: string;
  end: string;
  /** The heading of all lines, and the type of a line that has none. */
  lines: string;
  line: string;
}

/** What the dates are called: those of a license are never called a warranty. */
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

/** What a reader of the dates must know about the vendor. */
export function coverageNote({
  coverKind,
  manufacturer,
}: Pick<WarrantyResult, 'coverKind' | 'manufacturer'>): string | null {
  if (coverKind !== 'license') return null;
  return `${manufacturer} does not publish hardware warranties; this is when the license ends.`;
}

/** Why there is no start: some vendors never give one. */
export function startNote({ manufacturer }: Pick<WarrantyResult, 'manufacturer'>): string | null {
  return manufacturer === 'Cisco' ? 'Cisco gives no start date' : null;
}
