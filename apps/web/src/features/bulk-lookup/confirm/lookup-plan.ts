import type { SkipReason } from '@warranty/domain/csv/row';
import type { LookupCounts } from '@warranty/domain/csv/summary';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';

/** What becomes of some rows of the file. */
export interface PlanLine {
  name: string;
  rows: number;
  isLookedUp: boolean;
  /** How they are looked up, or why they are not. */
  note: string;
  /** The vendor whose keys would help. */
  needsKeysOf?: string;
}

interface PlannedVendors {
  /** Vendors of the run. */
  vendors: readonly string[];
  /** Vendors that the user has keys for. */
  userVendors: readonly string[];
}

const byRows = (a: PlanLine, b: PlanLine) => Number(b.isLookedUp) - Number(a.isLookedUp) || b.rows - a.rows;

const leftOut = (name: string, rows: number, reason: string): PlanLine => ({
  name,
  rows,
  isLookedUp: false,
  note: `Not looked up: ${reason}`,
});

function vendorLine(vendor: string, rows: number, { vendors, userVendors }: PlannedVendors): PlanLine {
  const hasKeys = userVendors.includes(vendor);
  if (vendors.includes(vendor))
    return { name: vendor, rows, isLookedUp: true, note: hasKeys ? 'Looked up with your keys' : 'Looked up' };
  if (hasKeys || vendor === 'Dell') return leftOut(vendor, rows, 'switched off');
  return { ...leftOut(vendor, rows, `no ${vendor} keys`), needsKeysOf: vendor };
}

/** In the order in which they are listed. */
const serialProblems: Record<Exclude<SkipReason, 'no-manufacturer'>, (rows: number) => string> = {
  'no-identifier': (rows) => `${formatNumber(rows)} blank`,
  'model-name': (rows) => formatCount(rows, 'model name'),
  placeholder: (rows) => formatCount(rows, 'placeholder'),
  'not-a-serial': (rows) => `${formatNumber(rows)} with other text`,
  damaged: (rows) => `${formatNumber(rows)} damaged by a spreadsheet`,
};

function skippedLines(skipped: LookupCounts['skipped']): PlanLine[] {
  const problems = Object.entries(serialProblems).flatMap(([reason, inWords]) => {
    const rows = skipped[reason as SkipReason] ?? 0;
    return rows > 0 ? [{ rows, words: inWords(rows) }] : [];
  });
  const withProblem = problems.reduce((sum, { rows }) => sum + rows, 0);
  return [
    leftOut(
      'Manufacturer unknown',
      skipped['no-manufacturer'] ?? 0,
      'neither the file nor the serial number tells it',
    ),
    leftOut('No serial number', withProblem, problems.map(({ words }) => words).join(', ')),
  ];
}

const maxNames = 3;

/** Every row of the file once: those that are looked up first, then the others with the reason. */
export function lookupPlan({ byVendor, others, skipped }: LookupCounts, planned: PlannedVendors): PlanLine[] {
  const vendorLines = Object.entries(byVendor)
    .map(([vendor, rows = 0]) => vendorLine(vendor, rows, planned))
    .sort(byRows);
  const names = others.names.slice(0, maxNames).join(', ');
  const more = others.names.length > maxNames ? ' and others' : '';
  const otherLine = leftOut('Other manufacturers', others.rows, `no lookup for ${names}${more}`);
  return [...vendorLines, otherLine, ...skippedLines(skipped)].filter(({ rows }) => rows > 0);
}
