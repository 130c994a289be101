import type { Entitlement } from '@warranty/contracts/warranty';

type Period = Pick<Entitlement, 'startDate' | 'endDate'>;

/** A position on the axis, from 0 (left) to 100 (right). */
type Percent = number;

export interface Bar {
  from: Percent;
  to: Percent;
  /** The bar continues beyond the axis. */
  extendsBeyondAxis: boolean;
}

export interface Timeline {
  years: { year: number; at: Percent }[];
  today: Percent;
  /** One per period, in the same order; null if there is no end date. */
  bars: (Bar | null)[];
}

const yearsBack = 25;
const yearsAhead = 30;
const maxLabels = 8;
const day = 86_400_000;

function instant(date: string | null): number | null {
  const time = date ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

const startOf = (year: number) => Date.UTC(year, 0, 1);
const yearOf = (time: number) => new Date(time).getUTCFullYear();

/** The whole years around all dates and today, limited so that lifetime coverage does not squeeze the other bars. */
function axisYears(times: number[], now: number): { first: number; end: number } {
  const thisYear = yearOf(now);
  const years = [...times, now].map(yearOf);
  return {
    first: Math.max(Math.min(...years), thisYear - yearsBack),
    end: Math.min(Math.max(...years), thisYear + yearsAhead) + 1,
  };
}

export function layOut(periods: readonly Period[], now: Date): Timeline {
  const spans = periods.map(({ startDate, endDate }) => ({
    start: instant(startDate),
    end: instant(endDate),
  }));
  const times = spans.flatMap(({ start, end }) => [start, end]).filter((time) => time !== null);
  const { first, end: last } = axisYears(times, now.getTime());
  const [left, right] = [startOf(first), startOf(last)];
  const place = (time: number) => Math.min(100, Math.max(0, ((time - left) / (right - left)) * 100));
  const step = Math.ceil((last - first) / maxLabels);
  const labelled = Array.from({ length: last - first }, (_, index) => first + index);
  return {
    years: labelled
      .filter((year) => (year - first) % step === 0)
      .map((year) => ({ year, at: place(startOf(year)) })),
    today: place(now.getTime()),
    bars: spans.map(({ start, end }) => {
      if (end === null) return null;
      // Through its last day, so that the mark of today is never beyond coverage that has not ended.
      const to = place(end + day);
      return { from: start === null ? 0 : Math.min(place(start), to), to, extendsBeyondAxis: end > right };
    }),
  };
}

/**
 * Index of the entitlement that sets the headline's end date. If several do, prefers the one with the headline's service
 * level.
 */
export function headlineEntitlement(
  entitlements: readonly Entitlement[],
  endDate: string | null,
  serviceLevel: string | null,
): number {
  const wins = ({ counted, endDate: own }: Entitlement) => endDate !== null && counted && own === endDate;
  const exact = entitlements.findIndex(
    (entitlement) => wins(entitlement) && entitlement.serviceLevelDescription === serviceLevel,
  );
  return exact >= 0 ? exact : entitlements.findIndex(wins);
}

/** Unlike text, SVG drawings do not adopt forced colors automatically. */
export const timelineColors = [
  'forced-colors:[--surface:Canvas] forced-colors:[--line:GrayText] forced-colors:[--accent:Highlight]',
  'forced-colors:[--ink:CanvasText] forced-colors:[--ink-2:CanvasText] forced-colors:[--ink-3:CanvasText]',
].join(' ');
