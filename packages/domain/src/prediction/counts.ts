import type { Prediction, PredictionCounts } from '@warranty/contracts/purchase-date';
import { formatNumber } from '../csv/csv-error.ts';

type Counted = Pick<Prediction, 'isKnown' | 'confidence'>;

function sentenceOf(known: number, predicted: number): string {
  if (known === 0) return `${dates(predicted)} predicted.`;
  if (predicted === 0)
    return known === 1 ? 'The date was in your file.' : `All ${dates(known)} were in your file.`;
  return `${dates(predicted)} predicted, ${formatNumber(known)} ${known === 1 ? 'was' : 'were'} in your file.`;
}

const dates = (count: number) => (count === 1 ? '1 date' : `${formatNumber(count)} dates`);

export function countPredictions(predictions: Iterable<Counted>): PredictionCounts {
  const counts = { high: 0, medium: 0, low: 0 };
  let known = 0;
  for (const { isKnown, confidence } of predictions)
    if (isKnown) known += 1;
    else counts[confidence] += 1;
  const predicted = counts.high + counts.medium + counts.low;
  return { total: known + predicted, known, predicted, ...counts, sentence: sentenceOf(known, predicted) };
}
