import type { Prediction } from '@warranty/contracts/purchase-date';

const dayMs = 24 * 3600 * 1000;
const maxYears = 12;

export type EvidenceAxis = NonNullable<ReturnType<typeof evidenceAxis>>;

/**
 * Places all dates of the asset on one axis of whole years, as percentages of its width. A row without a date has a range. Null
 * if there is nothing to draw.
 */
export function evidenceAxis(prediction: Prediction) {
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
  const span = (range: Prediction['interval']) =>
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
