import { describe, expect, it } from 'vitest';
import { type AssetRow, predictAssets } from './predict.ts';

const now = new Date('2025-01-01');
const day = (month: number) =>
  `${2018 + Math.floor(month / 12)}-${String(1 + (month % 12)).padStart(2, '0')}-15`;

/** A register whose tags were assigned as assets arrived: two per month, without a known model. */
const tagged = (isDated: (at: number) => boolean): AssetRow[] =>
  Array.from({ length: 120 }, (_, index) => ({
    assetId: `A${index}`,
    assetTag: `IT-${1000 + index}`,
    typeName: 'projector',
    purchaseDate: isDated(index) ? day(Math.floor(index / 2)) : '',
  }));

const months = (iso: string | null | undefined) => Number(iso?.slice(0, 4)) * 12 + Number(iso?.slice(5, 7));

describe('asset tags', () => {
  it('date the assets between them', () => {
    const rows = tagged((at) => at % 3 === 0);
    const predictions = predictAssets(rows, { now });
    for (const at of [10, 55, 100]) {
      const prediction = predictions[at];
      expect(prediction?.method).toBe('similar_assets');
      expect(
        Math.abs(months(prediction?.predictedPurchaseDate) - months(day(Math.floor(at / 2)))),
      ).toBeLessThan(3);
    }
    expect(predictions[55]?.explanation).toContain(
      'The 6 assets with the closest asset tags were bought around',
    );
  });

  it('are ignored if they do not increase over time', () => {
    const rows = tagged((at) => at % 3 === 0).map((row, index) => ({
      ...row,
      assetTag: `IT-${(index * index * 31 + index * 17) % 1009}`,
    }));
    const kinds = predictAssets(rows, { now }).flatMap(({ evidence }) => evidence.map(({ kind }) => kind));
    expect(kinds).not.toContain('tag-neighbors');
  });
});

describe('random dates', () => {
  it('never lead to high confidence', () => {
    const models = ['Latitude 5420', 'Latitude 7490', 'XPS 15 9510', 'Latitude E6440'];
    const rows = Array.from({ length: 160 }, (_, index) => ({
      assetId: `A${index}`,
      manufacturer: 'Dell',
      typeName: 'laptop',
      modelNumber: models[index % 4] as string,
      purchaseDate: index % 2 === 0 ? day((index * 37) % 80) : '',
    }));
    const high = predictAssets(rows, { now }).filter(
      ({ confidence }, index) => confidence === 'high' && rows[index]?.purchaseDate === '',
    );
    expect(high).toEqual([]);
  });
});

describe('warranty terms', () => {
  it('are derived from serial numbers if no date is known', () => {
    const rows: AssetRow[] = Array.from({ length: 40 }, (_, index) => ({
      assetId: `A${index}`,
      manufacturer: 'HP',
      typeName: 'laptop',
      modelNumber: index < 30 ? 'EliteBook 840 G6' : '',
      serialNumber: index < 30 ? `5CG9${24 + (index % 4)}${10 + index}AB` : '',
      warrantyExpire: `2024-09-${10 + (index % 20)}`,
    }));
    const bare = predictAssets(rows, { now }).slice(30);
    for (const { predictedPurchaseDate, method } of bare) {
      expect(method).toBe('warranty_based');
      expect(predictedPurchaseDate).toMatch(/^2019-09/);
    }
  });
});
