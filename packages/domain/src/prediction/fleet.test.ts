import { describe, expect, it } from 'vitest';
import { type AssetRow, predictAssets } from './predict.ts';

const now = new Date('2025-01-01');
const day = (month: number) =>
  `${2018 + Math.floor(month / 12)}-${String(1 + (month % 12)).padStart(2, '0')}-15`;

/** A register whose tags were given out as assets came in: two a month, of no known model. */
const tagged = (isDated: (at: number) => boolean): AssetRow[] =>
  Array.from({ length: 120 }, (_, at) => ({
    assetId: `A${at}`,
    assetTag: `IT-${1000 + at}`,
    typeName: 'projector',
    purchaseDate: isDated(at) ? day(Math.floor(at / 2)) : '',
  }));

const months = (iso: string | null | undefined) => Number(iso?.slice(0, 4)) * 12 + Number(iso?.slice(5, 7));

describe('asset tags', () => {
  it('date what stands between them', () => {
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
      'The 6 dated assets with the nearest asset tags date to about',
    );
  });

  it('say nothing where they do not rise with time', () => {
    const rows = tagged((at) => at % 3 === 0).map((row, at) => ({
      ...row,
      assetTag: `IT-${(at * at * 31 + at * 17) % 1009}`,
    }));
    const kinds = predictAssets(rows, { now }).flatMap(({ evidence }) => evidence.map(({ kind }) => kind));
    expect(kinds).not.toContain('tag-neighbours');
  });
});

describe('dates dealt out at random', () => {
  it('make no prediction sure', () => {
    const models = ['Latitude 5420', 'Latitude 7490', 'XPS 15 9510', 'Latitude E6440'];
    const rows = Array.from({ length: 160 }, (_, at) => ({
      assetId: `A${at}`,
      manufacturer: 'Dell',
      typeName: 'laptop',
      modelNumber: models[at % 4] as string,
      purchaseDate: at % 2 === 0 ? day((at * 37) % 80) : '',
    }));
    const high = predictAssets(rows, { now }).filter(
      ({ confidence }, at) => confidence === 'high' && rows[at]?.purchaseDate === '',
    );
    expect(high).toEqual([]);
  });
});

describe('terms of warranties', () => {
  it('are told by the serial numbers where no date is known', () => {
    const rows: AssetRow[] = Array.from({ length: 40 }, (_, at) => ({
      assetId: `A${at}`,
      manufacturer: 'HP',
      typeName: 'laptop',
      modelNumber: at < 30 ? 'EliteBook 840 G6' : '',
      serialNumber: at < 30 ? `5CG9${24 + (at % 4)}${10 + at}AB` : '',
      warrantyExpire: `2024-09-${10 + (at % 20)}`,
    }));
    const bare = predictAssets(rows, { now }).slice(30);
    for (const { predictedPurchaseDate, method } of bare) {
      expect(method).toBe('warranty_based');
      expect(predictedPurchaseDate).toMatch(/^2019-09/);
    }
  });
});
