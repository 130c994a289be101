import type { Prediction } from '@warranty/contracts/purchase-date';
import { describe, expect, it } from 'vitest';
import { predictionFile, predictionFileName } from './prediction-file.ts';
import { deviceOf, matching } from './prediction-rows.ts';
import { countYears } from './years.ts';

const asset = {
  serialNumber: '7XK2P93',
  typeName: 'Laptop',
  manufacturer: 'Dell',
  modelNumber: 'Latitude 5420',
  warrantyExpire: null,
  purchaseDate: null,
};

const prediction = (changes: Partial<Prediction> = {}): Prediction => ({
  assetId: 'A-1',
  originalAsset: asset,
  predictedPurchaseDate: '2021-05-03',
  confidence: 'high',
  method: 'similar_assets',
  explanation: 'Bought with two others.',
  interval: null,
  evidence: [],
  conflicts: [],
  matchedAssets: [],
  alternativeDates: [],
  ...changes,
});

describe('predictionFile', () => {
  const text = (predictions: Prediction[], delimiter = ',') =>
    [...predictionFile(predictions, delimiter)].join('');

  it('has the specified columns and the year alone', () => {
    expect(text([prediction()])).toBe(
      '\uFEFFSerial Number,Type,Manufacturer,Model,Predicted Purchase Date,Confidence,Method,Explanation\r\n' +
        '7XK2P93,Laptop,Dell,Latitude 5420,2021,high,similar_assets,Bought with two others.\r\n',
    );
  });

  it('keeps the delimiter of the file, quotes what needs it and runs no formula', () => {
    const hostile = prediction({
      originalAsset: { ...asset, serialNumber: '=1+1', modelNumber: 'a;b' },
      predictedPurchaseDate: null,
      explanation: 'He said "no".',
    });
    expect(text([hostile], ';').split('\r\n')[1]).toBe(
      `'=1+1;Laptop;Dell;"a;b";;high;similar_assets;"He said ""no""."`,
    );
  });

  it('is named after the second it was made in, in UTC', () => {
    expect(predictionFileName(new Date('2026-11-14T09:30:12.987Z'))).toBe(
      'purchase-date-predictions-20261114-093012.csv',
    );
  });
});

describe('deviceOf', () => {
  it.each([
    [{}, 'Dell Latitude 5420'],
    [{ modelNumber: 'DELL Latitude 5420' }, 'DELL Latitude 5420'],
    [{ manufacturer: null }, 'Latitude 5420'],
    [{ modelNumber: null }, 'Dell'],
    [{ manufacturer: null, modelNumber: ' ' }, 'Laptop'],
    [{ manufacturer: null, modelNumber: null, typeName: null }, ''],
  ])('names the device with %j', (changes, words) => {
    expect(deviceOf({ ...asset, ...changes })).toBe(words);
  });
});

describe('matching', () => {
  const all = [
    prediction(),
    prediction({ confidence: 'low', explanation: 'Nothing dates it.' }),
    prediction({ assetId: 'Z-9', confidence: 'low' }),
  ];

  it.each([
    [{ confidence: null, search: '' }, [0, 1, 2]],
    [{ confidence: 'low' as const, search: '' }, [1, 2]],
    [{ confidence: null, search: 'z-9' }, [2]],
    [{ confidence: 'high' as const, search: 'nothing' }, []],
    [{ confidence: null, search: 'LATITUDE' }, [0, 1, 2]],
  ])('%j leaves %j', (filter, places) => {
    expect(matching(all, filter)).toEqual(places);
  });
});

describe('countYears', () => {
  it('counts by confidence, with the years between', () => {
    const dated = (date: string | null, confidence: Prediction['confidence']) =>
      prediction({ predictedPurchaseDate: date, confidence });
    expect(
      countYears([
        dated('2019-01-01', 'high'),
        dated('2021-12-31', 'low'),
        dated('2019-06-01', 'medium'),
        dated(null, 'low'),
      ]),
    ).toEqual([
      { year: 2019, high: 1, medium: 1, low: 0 },
      { year: 2020, high: 0, medium: 0, low: 0 },
      { year: 2021, high: 0, medium: 0, low: 1 },
    ]);
    expect(countYears([])).toEqual([]);
  });
});
