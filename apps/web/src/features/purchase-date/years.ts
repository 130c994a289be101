import type { Prediction } from '@warranty/contracts/purchase-date';
import type { ConfidenceFilter } from './asset-messages.ts';
import { groupOf } from './prediction-rows.ts';

export interface YearCounts extends Record<ConfidenceFilter, number> {
  year: number;
}

type Dated = Pick<Prediction, 'predictedPurchaseDate' | 'isKnown' | 'confidence'>;

const empty = (year: number): YearCounts => ({ year, known: 0, high: 0, medium: 0, low: 0 });

/** Counts assets by purchase year, including empty years in between. */
export function countYears(predictions: Iterable<Dated>): YearCounts[] {
  const byYear = new Map<number, YearCounts>();
  for (const prediction of predictions) {
    const { predictedPurchaseDate } = prediction;
    if (predictedPurchaseDate === null) continue;
    const year = Number(predictedPurchaseDate.slice(0, 4));
    const counts = byYear.get(year) ?? empty(year);
    counts[groupOf(prediction)] += 1;
    byYear.set(year, counts);
  }
  const years = [...byYear.keys()];
  if (years.length === 0) return [];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index;
    return byYear.get(year) ?? empty(year);
  });
}
