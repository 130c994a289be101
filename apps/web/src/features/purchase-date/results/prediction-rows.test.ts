import type { Prediction } from '@warranty/contracts/purchase-date';
import { nameColumns, unnamedColumns } from '@warranty/domain/csv/columns';
import { describe, expect, it } from 'vitest';
import { createOwnTable, ownFileName, predictionFile, predictionFileName } from './prediction-file.ts';
import { countYears, deviceOf, matching } from './prediction-rows.ts';

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
  isKnown: false,
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

  it('has the specified columns and only the year as the date', () => {
    expect(text([prediction()])).toBe(
      '\uFEFFSerial Number,Type,Manufacturer,Model,Predicted Purchase Date,Confidence,Method,Explanation\r\n' +
        '7XK2P93,Laptop,Dell,Latitude 5420,2021,high,similar_assets,Bought with two others.\r\n',
    );
  });

  it("keeps the file's delimiter, quotes fields if needed and escapes formulas", () => {
    const hostile = prediction({
      originalAsset: { ...asset, serialNumber: '=1+1', modelNumber: 'a;b' },
      predictedPurchaseDate: null,
      explanation: 'He said "no".',
    });
    expect(text([hostile], ';').split('\r\n')[1]).toBe(
      `'=1+1;Laptop;Dell;"a;b";;high;similar_assets;"He said ""no""."`,
    );
  });

  it('has no confidence for a date that was in the file', () => {
    const known = prediction({ isKnown: true, method: 'exact_match', explanation: 'Date from your file.' });
    expect(text([known]).split('\r\n')[1]).toBe(
      '7XK2P93,Laptop,Dell,Latitude 5420,2021,,exact_match,Date from your file.',
    );
  });

  it('has a name with the time in UTC, to the second', () => {
    expect(predictionFileName(new Date('2026-11-14T09:30:12.987Z'))).toBe(
      'purchase-date-predictions-20261114-093012.csv',
    );
  });
});

describe('the file with its predictions', () => {
  const interval = { from: '2021-03-01', to: '2021-09-30' };
  const added = ['Predicted Purchase Date', 'Predicted Earliest Date', 'Predicted Latest Date'];
  const columns = (...headers: string[]) => nameColumns(headers);

  it('keeps every column and their order, and adds date, range, confidence, method and source', () => {
    const table = createOwnTable(columns('Asset Tag', ' Model ', 'Model', ''));
    const last = ['Prediction Confidence', 'Prediction Method', 'Prediction Source'];
    expect(table.header()).toEqual(['Asset Tag', ' Model ', 'Model', '', ...added, ...last]);
    expect(table.row(['IT-0042', 'Latitude 5420', ' x', ''], prediction({ interval }))).toEqual([
      ...['IT-0042', 'Latitude 5420', ' x', ''],
      ...['2021-05-03', '2021-03-01', '2021-09-30', 'high', 'similar_assets', 'predicted'],
    ]);
  });

  it('has neither range nor confidence for a date that was in the file', () => {
    const known = prediction({ interval, isKnown: true, method: 'exact_match' });
    expect(createOwnTable(columns('Tag')).row(['A'], known)).toEqual([
      ...['A', '2021-05-03', '', '', '', 'exact_match', 'in your file'],
    ]);
  });

  it('keeps extra fields beyond the header', () => {
    const failed = prediction({ predictedPurchaseDate: null, confidence: 'low', method: 'error_fallback' });
    expect(createOwnTable(columns('Tag')).row(['=1+1', 'a;"b"'], failed)).toEqual([
      ...['=1+1', '', '', '', 'low', 'error_fallback', 'predicted', 'a;"b"'],
    ]);
  });

  it('adds no column name that the file already has', () => {
    const header = createOwnTable(columns('predicted purchase date', 'Prediction Method')).header();
    expect(header).toContain('Predicted Purchase Date (2)');
    expect(header).toContain('Predicted Earliest Date');
    expect(header).toContain('Prediction Method (2)');
  });

  it('names the columns of a file that has no header row', () => {
    expect(createOwnTable(unnamedColumns(2)).header().slice(0, 5)).toEqual([
      'Column 1',
      'Column 2',
      ...added,
    ]);
  });

  it('has a name based on the original file name', () => {
    const now = new Date('2026-11-14T09:30:12.987Z');
    const stamp = 'with-predictions-20261114-093012';
    expect(ownFileName('Geräte 2026.CSV', 'csv', now)).toBe(`Geräte-2026-${stamp}.csv`);
    expect(ownFileName('Geräte 2026.XLSX', 'xlsx', now)).toBe(`Geräte-2026-${stamp}.xlsx`);
    expect(ownFileName('../../x', 'csv', now)).toBe(`x-${stamp}.csv`);
    expect(ownFileName('.csv', 'csv', now)).toBe(`assets-${stamp}.csv`);
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
  ])('describes the device with %j', (changes, words) => {
    expect(deviceOf({ ...asset, ...changes })).toBe(words);
  });
});

describe('matching', () => {
  const all = [
    prediction(),
    prediction({ confidence: 'low', explanation: 'Nothing dates it.' }),
    prediction({ assetId: 'Z-9', confidence: 'low' }),
    prediction({ assetId: 'K-1', isKnown: true }),
  ];

  it.each([
    [{ confidence: null, search: '' }, [0, 1, 2, 3]],
    [{ confidence: 'high' as const, search: '' }, [0]],
    [{ confidence: 'known' as const, search: '' }, [3]],
    [{ confidence: 'low' as const, search: '' }, [1, 2]],
    [{ confidence: null, search: 'z-9' }, [2]],
    [{ confidence: 'high' as const, search: 'nothing' }, []],
    [{ confidence: null, search: 'LATITUDE' }, [0, 1, 2, 3]],
  ])('with %j returns %j', (filter, places) => {
    expect(matching(all, filter)).toEqual(places);
  });
});

describe('countYears', () => {
  it('counts known dates apart, the others by confidence, and includes empty years in between', () => {
    const dated = (date: string | null, confidence: Prediction['confidence'], isKnown = false) =>
      prediction({ predictedPurchaseDate: date, confidence, isKnown });
    expect(
      countYears([
        dated('2019-01-01', 'high'),
        dated('2021-12-31', 'low'),
        dated('2019-06-01', 'medium'),
        dated('2019-06-01', 'high', true),
        dated(null, 'low'),
      ]),
    ).toEqual([
      { year: 2019, known: 1, high: 1, medium: 1, low: 0 },
      { year: 2020, known: 0, high: 0, medium: 0, low: 0 },
      { year: 2021, known: 0, high: 0, medium: 0, low: 1 },
    ]);
    expect(countYears([])).toEqual([]);
  });
});
