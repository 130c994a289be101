import type { CoverKind } from '@warranty/contracts/vendors';
import { memoize } from './memoize.ts';
import { endInstantOf, instantOf } from './warranty-dates.ts';

export interface EntitlementRow {
  type: string | null;
  /** Stamps as the vendor gave them. */
  startsAt: string | null;
  endsAt: string | null;
  /** Dell's service level code; null for other vendors, whose codes mean other things. */
  code: string | null;
  level: string | null;
  /** What the line is instead of hardware cover, without an article: "setup support". */
  notHardware?: string;
}

export interface Coverage {
  startsAt: string | null;
  endsAt: string | null;
  level: string | null;
  usedAllRows: boolean;
  reason: string;
  /** In the order of the input. */
  rows: { counted: boolean; leftOutBecause: string | null }[];
}

export const nonHardwareCodes: readonly string[] = ['D', 'DL', 'PJ', 'PR'];

/** Looked for in the description after case and punctuation are gone. */
export const nonHardwareServices: readonly { service: string; pattern: RegExp }[] = [
  { service: 'digital delivery', pattern: /\bdigital delivery\b/ },
  {
    service: 'hard drive retention',
    pattern:
      /\bkeep your\b(?<!\bkeep your\b.*?keep your).*\bdrives?\b|\bhard (?:disk|drive|disk drive) retention\b/,
  },
  { service: 'accidental damage cover', pattern: /\baccidental damage\b|\bcomplete ?care\b/ },
];

interface Line {
  row: EntitlementRow;
  start: number | null;
  /** Null where the row has no usable end. */
  end: number | null;
  /** What it is instead of hardware cover. */
  service: string | null;
}

/** Vendors have a few hundred service levels for all their devices. */
const describedService = memoize((level) => {
  const words = level.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');
  return nonHardwareServices.find(({ pattern }) => pattern.test(words))?.service ?? null;
});

function serviceOf({ code, level, notHardware }: EntitlementRow): string | null {
  if (notHardware?.trim()) return notHardware.trim();
  const described = describedService(level ?? '');
  if (described) return described;
  const known = nonHardwareCodes.find((nonHardware) => nonHardware === code?.trim().toUpperCase());
  return known ? `marked non-hardware by code ${known}` : null;
}

/** Dell lists the same cover as INITIAL and EXTENDED with the same dates; that is one entitlement in two lines. */
function entitlementsIn(lines: Line[]): number {
  return new Set(
    lines.map(({ row, start, end }) => JSON.stringify([row.level?.trim() || row.code, start, end])),
  ).size;
}

function leftOutText(lines: Line[]): string {
  if (lines.length === 0) return '';
  const kinds = new Map<string, number>();
  for (const { end, service } of lines) {
    const kind = end === null || service === null ? '' : service;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const one = lines.length === 1;
  const start = one ? '; 1 other line was left out' : `; ${lines.length} other lines were left out`;
  const [onlyKind] = kinds.keys();
  if (kinds.size > 1 || onlyKind === undefined) {
    const counts = [...kinds].map(
      ([kind, count]) => `${count} ${kind === '' ? 'without an end date' : kind}`,
    );
    return `${start}: ${counts.join(', ')}`;
  }
  if (onlyKind === '') return `${start} because ${one ? 'it has' : 'they have'} no end date`;
  return `${start} because ${one ? 'it is' : 'they are'} ${onlyKind}`;
}

/** What the headline dates are dates of, in the words of the reason. */
const nouns = {
  warranty: { cover: 'cover', entitlement: 'hardware entitlement' },
  license: { cover: 'license', entitlement: 'license' },
} as const satisfies Record<CoverKind, object>;

function reasonFor(counted: Line[], leftOut: Line[], usedAllRows: boolean, kind: CoverKind): string {
  const noun = nouns[kind].entitlement;
  if (usedAllRows) {
    const services = [...new Set(counted.map(({ service }) => service))].join(', ');
    const used =
      counted.length === 1 ? 'the end of the only line' : `the latest end of all ${counted.length} lines`;
    return `No line is hardware cover (${services}), so ${used} with an end date is used${leftOutText(leftOut)}.`;
  }
  const entitlements = entitlementsIn(counted);
  const what =
    entitlements === 1 ? `The end of the only ${noun}` : `The latest end among ${entitlements} ${noun}s`;
  const inLines = entitlements === counted.length ? '' : `, given in ${counted.length} lines`;
  return `${what}${inLines}${leftOutText(leftOut)}.`;
}

const isExtended = ({ row }: Line) => row.type?.trim().toUpperCase() === 'EXTENDED';

function lastOf(lines: Line[]): Line | undefined {
  return lines.reduce<Line | undefined>((last, line) => {
    if (last === undefined || (line.end ?? 0) > (last.end ?? 0)) return line;
    return line.end === last.end && isExtended(line) && !isExtended(last) ? line : last;
  }, undefined);
}

function firstStartOf(lines: Line[]): Line | null {
  return lines.reduce<Line | null>((first, line) => {
    if (line.start === null) return first;
    return first?.start == null || line.start < first.start ? line : first;
  }, null);
}

function explain({ end, service }: Line, counted: boolean): Coverage['rows'][number] {
  if (counted) return { counted, leftOutBecause: null };
  return { counted, leftOutBecause: end === null ? 'It has no end date.' : `It is ${service}.` };
}

interface Decision {
  lines: Line[];
  counted: Line[];
  usedAllRows: boolean;
  headline: Pick<Coverage, 'startsAt' | 'endsAt' | 'level'>;
}

/** The one rule for headline dates, for every vendor. */
function decide(rows: readonly EntitlementRow[], kind: CoverKind): Decision {
  const lines = rows.map((row) => ({
    row,
    start: instantOf(row.startsAt),
    end: endInstantOf(row.endsAt),
    service: serviceOf(row),
  }));
  const dated = lines.filter(({ end }) => end !== null);
  const hardware = dated.filter(({ service }) => service === null);
  // Never for a license: the end of support alone would pass for one.
  const usedAllRows = kind === 'warranty' && hardware.length === 0 && dated.length > 0;
  const counted = usedAllRows ? dated : hardware;
  const last = lastOf(counted);
  const headline = {
    startsAt: firstStartOf(counted)?.row.startsAt ?? null,
    endsAt: last?.row.endsAt ?? null,
    level: last?.row.level?.trim() || null,
  };
  return { lines, counted, usedAllRows, headline };
}

/** The headline alone, for many devices at once. */
export function headlineOf(
  rows: readonly EntitlementRow[],
  kind: CoverKind = 'warranty',
): Decision['headline'] {
  return decide(rows, kind).headline;
}

/** The headline, and for each line why it counted or not. */
export function resolveCoverage(rows: readonly EntitlementRow[], kind: CoverKind = 'warranty'): Coverage {
  const { lines, counted, usedAllRows, headline } = decide(rows, kind);
  const countedLines = new Set(counted);
  const leftOut = lines.filter((line) => !countedLines.has(line));
  return {
    ...headline,
    usedAllRows,
    reason:
      counted.length > 0
        ? reasonFor(counted, leftOut, usedAllRows, kind)
        : `The vendor lists no ${nouns[kind].cover} with an end date.`,
    rows: lines.map((line) => explain(line, countedLines.has(line))),
  };
}
