import type { Confidence, Prediction } from '@warranty/contracts/purchase-date';

export interface YearCounts extends Record<Confidence, number> {
  year: number;
}

type Dated = Pick<Prediction, 'predictedPurchaseDate' | 'confidence'>;

/** Counts assets by purchase year, including empty years in between. */
export function countYears(predictions: Iterable<Dated>): YearCounts[] {
  const byYear = new Map<number, YearCounts>();
  for (const { predictedPurchaseDate, confidence } of predictions) {
    if (predictedPurchaseDate === null) continue;
    const year = Number(predictedPurchaseDate.slice(0, 4));
    const counts = byYear.get(year) ?? { year, high: 0, medium: 0, low: 0 };
    counts[confidence] += 1;
    byYear.set(year, counts);
  }
  const years = [...byYear.keys()];
  if (years.length === 0) return [];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index;
    return byYear.get(year) ?? { year, high: 0, medium: 0, low: 0 };
  });
}
