import type { Confidence } from '@warranty/contracts/purchase-date';
import { expect, it } from 'vitest';
import { countPredictions } from './counts.ts';

const several = (count: number, confidence: Confidence, isKnown = false) =>
  Array.from({ length: count }, () => ({ confidence, isKnown }));

it('counts the confidence of predicted rows only, and the others apart', () => {
  const predictions = [
    ...several(1632, 'high', true),
    ...several(3, 'high'),
    ...several(131, 'medium'),
    ...several(234, 'low'),
  ];
  expect(countPredictions(predictions)).toEqual({
    ...{ total: 2000, known: 1632, predicted: 368, high: 3, medium: 131, low: 234 },
    sentence: '368 dates predicted, 1,632 were in your file.',
  });
});

it.each([
  [0, 0, '0 dates predicted.'],
  [0, 1, '1 date predicted.'],
  [0, 1200, '1,200 dates predicted.'],
  [1, 1, '1 date predicted, 1 was in your file.'],
  [1, 0, 'The date was in your file.'],
  [7, 0, 'All 7 dates were in your file.'],
])('says so for %i known and %i predicted dates', (known, predicted, sentence) => {
  expect(countPredictions([...several(known, 'medium', true), ...several(predicted, 'low')]).sentence).toBe(
    sentence,
  );
});
