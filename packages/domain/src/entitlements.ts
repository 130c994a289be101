import type { CoverKind } from '@warranty/contracts/vendors/vendor';
import { memoize } from './memoize.ts';
import { endInstantOf, instantOf } from './warranty-dates.ts';

export interface EntitlementRow {
  type: string | null;
  /** Timestamps as the vendor sent them. */
  startsAt: string | null;
  endsAt: string | null;
  /** Dell's service level code; null for other vendors, whose codes mean other things. */
  code: string | null;
  level: string | null;
  /** What the line is instead of hardware coverage, without an article: "setup support". */
  notHardware?: string;
  /** Active now, and without an end: a subscription that is renewed until it is canceled. */
  isOpenEnded?: boolean;
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

/** Matched against the lower-case description without punctuation. */
export const nonHardwareServices: readonly { service: string; pattern: RegExp }[] = [
  { service: 'digital delivery', pattern: /\bdigital delivery\b/ },
  {
    service: 'hard drive retention',
    pattern:
      /\bkeep your\b(?<!\bkeep your\b.*?keep your).*\bdrives?\b|\bhard (?:disk|drive|disk drive) retention\b/,
  },
  { service: 'accidental damage coverage', pattern: /\baccidental damage\b|\bcomplete ?care\b/ },
];

interface Line {
  row: EntitlementRow;
  start: number | null;
  /** Null if the row has no usable end date. */
  end: number | null;
  /** What it is instead of hardware coverage. */
  service: string | null;
}

/** Memoized: vendors have only a few hundred service levels across all devices. */
const describedService = memoize((level) => {
  const words = level.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');
  return nonHardwareServices.find(({ pattern }) => pattern.test(words))?.service ?? null;
});

function serviceOf({ code, level, notHardware }: EntitlementRow): string | null {
  if (notHardware?.trim()) return notHardware.trim();
  const described = describedService(level ?? '');
  if (described) return described;
  const known = nonHardwareCodes.find((nonHardware) => nonHardware === code?.trim().toUpperCase());
  return known ? `marked as non-hardware by code ${known}` : null;
}

/** Dell lists the same coverage as INITIAL and EXTENDED with the same dates; that is one entitlement in two lines. */
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
  const start = one ? '. 1 other line was excluded' : `. ${lines.length} other lines were excluded`;
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

/** What the headline dates refer to, as named in the reason. */
const nouns = {
  warranty: { cover: 'coverage', entitlement: 'hardware entitlement' },
  license: { cover: 'license', entitlement: 'license' },
} as const satisfies Record<CoverKind, object>;

const isOpenEnded = ({ row }: Line) => row.isOpenEnded ?? false;

function reasonFor(counted: Line[], leftOut: Line[], usedAllRows: boolean, kind: CoverKind): string {
  const noun = nouns[kind].entitlement;
  if (counted.some(isOpenEnded)) return `The ${nouns[kind].cover} is active and has no end date.`;
  if (usedAllRows) {
    const services = [...new Set(counted.map(({ service }) => service))].join(', ');
    const used =
      counted.length === 1 ? 'the end of the only line' : `the latest end of all ${counted.length} lines`;
    return `No line covers hardware (${services}), so ${used} with an end date is used${leftOutText(leftOut)}.`;
  }
  const entitlements = entitlementsIn(counted);
  const what =
    entitlements === 1 ? `End date of the only ${noun}` : `Latest end date of ${entitlements} ${noun}s`;
  const inLines = entitlements === counted.length ? '' : `, listed in ${counted.length} lines`;
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

export type Headline = Pick<Coverage, 'startsAt' | 'endsAt' | 'level'>;

/** The rule for headline dates, shared by all vendors. */
function decide(rows: readonly EntitlementRow[], kind: CoverKind) {
  const lines = rows.map(
    (row): Line => ({
      row,
      start: instantOf(row.startsAt),
      end: endInstantOf(row.endsAt),
      service: serviceOf(row),
    }),
  );
  const dated = lines.filter(({ end }) => end !== null);
  const hardware = dated.filter(({ service }) => service === null);
  const openEnded = lines.filter((line) => isOpenEnded(line) && line.service === null);
  const covering = [...hardware, ...openEnded];
  // Never for a license: the end of support alone would be shown as the end of the license.
  const usedAllRows = kind === 'warranty' && covering.length === 0 && dated.length > 0;
  const counted = usedAllRows ? dated : covering;
  // An end date of another line would claim that coverage ends, although it does not.
  const last = openEnded[0] ?? lastOf(counted);
  const headline = {
    startsAt: firstStartOf(counted)?.row.startsAt ?? null,
    endsAt: last?.row.endsAt ?? null,
    level: last?.row.level?.trim() || null,
  };
  return { lines, counted, usedAllRows, headline };
}

/** Only the headline, for large numbers of devices. */
export function headlineOf(rows: readonly EntitlementRow[], kind: CoverKind = 'warranty'): Headline {
  return decide(rows, kind).headline;
}

/** The headline, and for each line why it was counted or excluded. */
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
