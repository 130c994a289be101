import type { Prediction } from '@warranty/contracts/purchase-date';
import { describe, expect, it } from 'vitest';
import { evidenceAxis } from './evidence-axis.ts';

const base = {
  predictedPurchaseDate: '2021-07-02',
  interval: { from: '2021-01-01', to: '2021-12-31' },
  evidence: [
    { kind: 'same-model', date: '2021-07-02', range: null, weight: 0.5, sentence: 'a' },
    {
      kind: 'model-window',
      date: null,
      range: { from: '2020-01-01', to: '2021-12-31' },
      weight: 0.5,
      sentence: 'b',
    },
  ],
} as unknown as Prediction;

describe('evidenceAxis', () => {
  it('places everything on one axis of whole years', () => {
    const axis = evidenceAxis(base);
    expect(axis?.years).toEqual([
      { year: 2020, at: 0 },
      { year: 2021, at: 50.07 },
    ]);
    expect(axis?.rows[1]).toEqual({ date: null, range: { from: 0, to: 100 } });
    expect(axis?.interval).toEqual({ from: 50.07, to: 100 });
    expect(axis?.estimate).toBeCloseTo(75, 0);
  });

  it('labels at most a dozen years, however long the axis is', () => {
    const far = { ...base, predictedPurchaseDate: '1990-01-01' };
    expect(evidenceAxis(far)?.years.length).toBeLessThanOrEqual(12);
  });

  it('is null without evidence', () => {
    expect(evidenceAxis({ ...base, evidence: [] })).toBeNull();
  });
});
