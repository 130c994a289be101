import { describe, expect, it } from 'vitest';
import { type AssetRow, analyzeAssets } from './predict.ts';

const now = new Date('2025-01-01');

const laptop = (at: number, rest: AssetRow): AssetRow => ({
  assetId: `A${at}`,
  typeName: 'laptop',
  manufacturer: 'Dell',
  modelNumber: 'Latitude 5420',
  serialNumber: `1BCDF${10 + at}`,
  warrantyExpire: '',
  purchaseDate: '',
  ...rest,
});

const twelve = Array.from({ length: 12 }, (_, index) =>
  laptop(index, {
    purchaseDate: `2021-0${1 + (index % 9)}-15`,
    warrantyExpire: `2024-0${1 + (index % 9)}-15`,
  }),
);

describe('analyzeAssets', () => {
  it('counts the assets, dates and fields of the file', () => {
    const { analysis, insights } = analyzeAssets([...twelve, laptop(12, {}), laptop(13, {})], { now });
    expect(analysis).toEqual({
      totalAssets: 14,
      assetsWithPurchaseDates: 12,
      assetsWithWarrantyDates: 12,
      manufacturerDistribution: { Dell: 14 },
      typeDistribution: { laptop: 14 },
      averageWarrantyPeriod: 3,
      commonPatterns: [{ manufacturer: 'Dell', typeName: 'laptop', avgWarrantyYears: 3, sampleSize: 12 }],
    });
    expect(insights.dataQuality.completenessScore).toBe(95);
    expect(insights.dataQuality.columns).toContainEqual({
      field: 'warrantyExpire',
      column: 'warrantyExpire',
    });
  });

  it('measures its accuracy on the known dates', () => {
    const { backTest, predictionCapability } = analyzeAssets(twelve, { now }).insights;
    expect(backTest).toMatchObject({ assets: 12, withinOneYear: 1 });
    expect(backTest?.sentence).toMatch(/^Median error [\d.]+ months? on 12 assets\.$/);
    expect(predictionCapability.expectedAccuracy).toBe(
      '100% within one year, measured by predicting each of the 12 known dates from the others.',
    );
  });

  it('measures only on dates it counts, not on one that the model contradicts', () => {
    const rows = [...twelve, laptop(12, { purchaseDate: '2012-05-05' })];
    const { analysis, insights } = analyzeAssets(rows, { now });
    expect(insights.suspiciousDatesCount).toBe(1);
    expect(analysis.assetsWithPurchaseDates).toBe(12);
    expect(insights.backTest?.assets).toBe(12);
    expect(insights.backTest?.sentence).toMatch(/on 12 assets\.$/);
    expect(insights.predictionCapability.expectedAccuracy).toContain('each of the 12 known dates');
  });

  it('reports how many of the known dates it measured', () => {
    const { analysis, insights } = analyzeAssets([...twelve, twelve[0] as AssetRow], { now });
    expect(analysis.assetsWithPurchaseDates).toBe(13);
    expect(insights.predictionCapability.expectedAccuracy).toBe(
      '100% within one year, measured by predicting 12 of the 13 known dates from the others.',
    );
  });

  it('does not use predictions of an earlier export as known dates', () => {
    const rows = twelve.map(({ purchaseDate, ...row }) => ({
      ...row,
      'Predicted Purchase Date': purchaseDate ?? '',
      'Predicted Latest Date': purchaseDate ?? '',
    }));
    const { analysis, insights } = analyzeAssets(rows, { now });
    expect(analysis.assetsWithPurchaseDates).toBe(0);
    expect(insights.dataQuality.columns.map(({ column }) => column)).not.toContain('Predicted Purchase Date');
  });

  it('measures nothing with fewer than eight dates', () => {
    const { backTest, predictionCapability } = analyzeAssets(twelve.slice(0, 7), { now }).insights;
    expect(backTest).toBeNull();
    expect(predictionCapability.expectedAccuracy).toBe(
      'Cannot be measured: only 7 purchase dates are known in this file, and at least 8 are needed.',
    );
  });

  it('lists suspicious dates in file order', () => {
    const rows = [
      laptop(20, { purchaseDate: '2019-01-01' }),
      ...twelve,
      laptop(21, { purchaseDate: '2027-03-01' }),
      laptop(22, { purchaseDate: '2024-06-20', warrantyExpire: '2023-01-10' }),
    ];
    const { suspiciousDates, suspiciousDatesCount } = analyzeAssets(rows, { now }).insights;
    expect(suspiciousDatesCount).toBe(3);
    expect(suspiciousDates.map(({ assetId, date, sentence }) => [assetId, date, sentence])).toEqual([
      ['A20', '2019-01-01', '1 January is often entered as a placeholder when the date is unknown.'],
      ['A21', '2027-03-01', 'The date is in the future.'],
      ['A22', '2024-06-20', 'The date is after the warranty end date.'],
    ]);
  });

  it('detects the day on which a list was entered', () => {
    const models = [
      'Latitude 5420',
      'Latitude E5420',
      'OptiPlex 7010',
      'XPS 15 9510',
      'Latitude 7490',
      'Latitude 3190',
    ];
    const rows = [...models, 'Precision 7680', 'Latitude 5540'].map((modelNumber, index) =>
      laptop(index, { modelNumber, purchaseDate: '2022-05-17' }),
    );
    const { suspiciousDates } = analyzeAssets(rows, { now }).insights;
    expect(suspiciousDates).toHaveLength(8);
    expect(suspiciousDates[0]?.sentence).toBe('8 different models have the same date.');
  });

  it('accepts a day on which a large company bought many models', () => {
    const models = [
      'Latitude 5420',
      'Latitude 7420',
      'XPS 15 9510',
      'Precision 3561',
      'Latitude 3520',
      'Latitude 5520',
      'OptiPlex 7090',
    ];
    const order = models.map((modelNumber, index) =>
      laptop(500 + index, { modelNumber, purchaseDate: '2022-05-17' }),
    );
    const others = Array.from({ length: 300 }, (_, index) =>
      laptop(1000 + index, {
        purchaseDate: `2022-${String(1 + (index % 12)).padStart(2, '0')}-${10 + (index % 15)}`,
      }),
    );
    expect(analyzeAssets([...order, ...others], { now }).insights.suspiciousDatesCount).toBe(0);
  });

  it('handles an empty file', () => {
    const { analysis, insights } = analyzeAssets([], { now });
    expect(analysis.totalAssets).toBe(0);
    expect(insights.dataQuality.completenessScore).toBe(0);
    expect(insights.predictionCapability.expectedAccuracy).toMatch(
      /^Cannot be measured: no purchase date is known/,
    );
  });

  it('counts a manufacturer named like a built-in object property', () => {
    const { manufacturerDistribution } = analyzeAssets([{ manufacturer: '__proto__', model: 'x1' }], {
      now,
    }).analysis;
    expect(Object.entries(manufacturerDistribution)).toEqual([['__proto__', 1]]);
  });
});
