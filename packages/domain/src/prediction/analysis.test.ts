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

const twelve = Array.from({ length: 12 }, (_, at) =>
  laptop(at, { purchaseDate: `2021-0${1 + (at % 9)}-15`, warrantyExpire: `2024-0${1 + (at % 9)}-15` }),
);

describe('analyzeAssets', () => {
  it('counts what the file has', () => {
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

  it('measures itself on the known dates', () => {
    const { backTest, predictionCapability } = analyzeAssets(twelve, { now }).insights;
    expect(backTest).toMatchObject({ assets: 12, withinOneYear: 1 });
    expect(backTest?.sentence).toMatch(/^Median error [\d.]+ months? on 12 assets\.$/);
    expect(predictionCapability.expectedAccuracy).toBe(
      '100 % within one year: each of 12 known dates was predicted from the others.',
    );
  });

  it('measures itself on the dates it counts, and not on one that the model contradicts', () => {
    const rows = [...twelve, laptop(12, { purchaseDate: '2012-05-05' })];
    const { analysis, insights } = analyzeAssets(rows, { now });
    expect(insights.suspiciousDatesCount).toBe(1);
    expect(analysis.assetsWithPurchaseDates).toBe(12);
    expect(insights.backTest?.assets).toBe(12);
    expect(insights.backTest?.sentence).toMatch(/on 12 assets\.$/);
    expect(insights.predictionCapability.expectedAccuracy).toContain('each of 12 known dates');
  });

  it('says of how many known dates it measured fewer', () => {
    const { analysis, insights } = analyzeAssets([...twelve, twelve[0] as AssetRow], { now });
    expect(analysis.assetsWithPurchaseDates).toBe(13);
    expect(insights.predictionCapability.expectedAccuracy).toBe(
      '100 % within one year: each of 12 of the 13 known dates was predicted from the others.',
    );
  });

  it('takes no prediction of an earlier export for a known date', () => {
    const rows = twelve.map(({ purchaseDate, ...row }) => ({
      ...row,
      'Predicted Purchase Date': purchaseDate ?? '',
      'Predicted Latest Date': purchaseDate ?? '',
    }));
    const { analysis, insights } = analyzeAssets(rows, { now });
    expect(analysis.assetsWithPurchaseDates).toBe(0);
    expect(insights.dataQuality.columns.map(({ column }) => column)).not.toContain('Predicted Purchase Date');
  });

  it('measures nothing on fewer than eight', () => {
    const { backTest, predictionCapability } = analyzeAssets(twelve.slice(0, 7), { now }).insights;
    expect(backTest).toBeNull();
    expect(predictionCapability.expectedAccuracy).toBe(
      'Not measurable: only 7 purchase dates are known in this file, and it takes 8 to measure by.',
    );
  });

  it('lists dates that cannot be believed, in the order of the file', () => {
    const rows = [
      laptop(20, { purchaseDate: '2019-01-01' }),
      ...twelve,
      laptop(21, { purchaseDate: '2027-03-01' }),
      laptop(22, { purchaseDate: '2024-06-20', warrantyExpire: '2023-01-10' }),
    ];
    const { suspiciousDates, suspiciousDatesCount } = analyzeAssets(rows, { now }).insights;
    expect(suspiciousDatesCount).toBe(3);
    expect(suspiciousDates.map(({ assetId, date, sentence }) => [assetId, date, sentence])).toEqual([
      ['A20', '2019-01-01', 'It is a 1 January, which is entered where nobody knows the day.'],
      ['A21', '2027-03-01', 'It lies in the future.'],
      ['A22', '2024-06-20', 'It lies after the end of the warranty.'],
    ]);
  });

  it('finds the day on which a list was typed in', () => {
    const models = [
      'Latitude 5420',
      'Latitude E5420',
      'OptiPlex 7010',
      'XPS 15 9510',
      'Latitude 7490',
      'Latitude 3190',
    ];
    const rows = [...models, 'Precision 7680', 'Latitude 5540'].map((modelNumber, at) =>
      laptop(at, { modelNumber, purchaseDate: '2022-05-17' }),
    );
    const { suspiciousDates } = analyzeAssets(rows, { now }).insights;
    expect(suspiciousDates).toHaveLength(8);
    expect(suspiciousDates[0]?.sentence).toBe('8 different models have this same day.');
  });

  it('believes a day on which a large company bought many models', () => {
    const models = [
      'Latitude 5420',
      'Latitude 7420',
      'XPS 15 9510',
      'Precision 3561',
      'Latitude 3520',
      'Latitude 5520',
      'OptiPlex 7090',
    ];
    const order = models.map((modelNumber, at) =>
      laptop(500 + at, { modelNumber, purchaseDate: '2022-05-17' }),
    );
    const others = Array.from({ length: 300 }, (_, at) =>
      laptop(1000 + at, { purchaseDate: `2022-${String(1 + (at % 12)).padStart(2, '0')}-${10 + (at % 15)}` }),
    );
    expect(analyzeAssets([...order, ...others], { now }).insights.suspiciousDatesCount).toBe(0);
  });

  it('answers an empty file', () => {
    const { analysis, insights } = analyzeAssets([], { now });
    expect(analysis.totalAssets).toBe(0);
    expect(insights.dataQuality.completenessScore).toBe(0);
    expect(insights.predictionCapability.expectedAccuracy).toMatch(
      /^Not measurable: no purchase date is known/,
    );
  });

  it('keeps makers apart from the names of an object’s own parts', () => {
    const { manufacturerDistribution } = analyzeAssets([{ manufacturer: '__proto__', model: 'x1' }], {
      now,
    }).analysis;
    expect(Object.entries(manufacturerDistribution)).toEqual([['__proto__', 1]]);
  });
});
