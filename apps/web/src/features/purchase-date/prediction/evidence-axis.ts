import type { Prediction } from '@warranty/contracts/purchase-date';

interface Span {
  from: number;
  to: number;
}

export interface AxisRow {
  /** As a percentage of the width; null if this evidence has no date. */
  date: number | null;
  range: Span | null;
}

export interface EvidenceAxis {
  rows: AxisRow[];
  interval: Span | null;
  estimate: number | null;
  years: { year: number; at: number }[];
}

const dayMs = 24 * 3600 * 1000;
const maxYears = 12;

/** Places all dates of the asset on one axis of whole years. Null if there is nothing to draw. */
export function evidenceAxis(prediction: Prediction): EvidenceAxis | null {
  const { evidence, interval, predictedPurchaseDate } = prediction;
  const dates = [
    predictedPurchaseDate,
    ...(interval ? [interval.from, interval.to] : []),
    ...evidence.flatMap(({ date, range }) => [date, range?.from ?? null, range?.to ?? null]),
  ].filter((date) => date !== null);
  if (evidence.length === 0 || dates.length === 0) return null;
  const years = dates.map((date) => Number(date.slice(0, 4)));
  const [first, last] = [Math.min(...years), Math.max(...years) + 1];
  const [start, end] = [Date.UTC(first, 0), Date.UTC(last, 0)];
  const at = (date: string) => round(((Date.parse(date) - start) / (end - start)) * 100);
  const span = (range: { from: string; to: string } | null): Span | null =>
    range && { from: at(range.from), to: round(at(range.to) + (dayMs / (end - start)) * 100) };
  const step = Math.ceil((last - first) / maxYears);
  return {
    rows: evidence.map(({ date, range }) => ({ date: date === null ? null : at(date), range: span(range) })),
    interval: span(interval),
    estimate: predictedPurchaseDate === null ? null : at(predictedPurchaseDate),
    years: Array.from({ length: Math.ceil((last - first) / step) }, (_, index) => {
      const year = first + index * step;
      return { year, at: at(`${year}-01-01`) };
    }),
  };
}

const round = (percent: number) => Math.round(percent * 100) / 100;
