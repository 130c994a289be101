import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AssetRow, analyzeAssets, predictAssets, predictDescription } from './predict.ts';

const now = new Date('2025-01-01');

const row = fc.record({
  assetId: fc.uuid(),
  assetTag: fc.constantFrom('', 'IT-0001', 'IT-0007', 'IT-0100', 'X'),
  typeName: fc.constantFrom('laptop', 'monitor', '', 'network'),
  manufacturer: fc.constantFrom('Dell', 'HP', 'Lenovo', 'Cisco', 'Samsung', ''),
  modelNumber: fc.constantFrom(
    'Latitude 5420',
    'EliteBook 840 G8',
    'C24F390',
    'C9300-48P',
    'ThinkPad T14 Gen 2',
    '',
  ),
  serialNumber: fc.constantFrom('5CG1342XYZ', '5CG9212ABC', 'FOC2451X0AB', '7XK2P93', 'PF3ABCDE', '', 'N/A'),
  warrantyExpire: fc.constantFrom('', '2024-03-14', '2026-08-02', '2023-11-30'),
  purchaseDate: fc.constantFrom('', '', '2021-03-15', '2022-10-09', '2019-01-01', '2020-07-23'),
});

const byId = (rows: readonly AssetRow[]) =>
  new Map(predictAssets(rows, { now }).map((prediction) => [prediction.assetId, prediction]));

describe('predictAssets', () => {
  it('does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { maxLength: 40, selector: ({ assetId }) => assetId }),
        fc.nat(),
        (rows, seed) => {
          const turned = rows.toSorted((a, b) => hash(a.assetId, seed) - hash(b.assetId, seed));
          expect(byId(turned)).toEqual(byId(rows));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is not more confident if rows are repeated', () => {
    const rows = [
      {
        assetId: 'a',
        manufacturer: 'Dell',
        modelNumber: 'Latitude 5420',
        serialNumber: '1BCDF23',
        purchaseDate: '2022-01-20',
      },
      {
        assetId: 'b',
        manufacturer: 'Dell',
        modelNumber: 'Latitude 5420',
        serialNumber: '4GHJK56',
        purchaseDate: '',
      },
    ];
    const [first] = rows;
    const repeated = [...rows, ...new Array(20).fill(first)];
    expect(predictAssets(repeated, { now })[1]).toEqual(predictAssets(rows, { now })[1]);
  });

  it('reads the same dates in all common formats', () => {
    const rows = (write: (year: string, month: string, day: string) => string) =>
      ['2021-03-15', '2021-04-28', '2022-10-09', '2020-07-23'].map((iso, index) => {
        const [year = '', month = '', day = ''] = iso.split('-');
        return {
          assetId: `a${index}`,
          modelNumber: 'Latitude 5420',
          manufacturer: 'Dell',
          purchaseDate: write(year, month, day),
        };
      });
    const dates = (list: AssetRow[]) =>
      predictAssets(list, { now }).map((each) => each.predictedPurchaseDate);
    const expected = dates(rows((y, m, d) => `${y}-${m}-${d}`));
    expect(dates(rows((y, m, d) => `${d}.${m}.${y}`))).toEqual(expected);
    expect(dates(rows((y, m, d) => `${m}/${d}/${y}`))).toEqual(expected);
    expect(dates(rows((y, m, d) => `${d}/${m}/${y}`))).toEqual(expected);
    expect(dates(rows((y, m, d) => `${y}-${m}-${d}T00:00:00Z`))).toEqual(expected);
  });

  it('returns a consistent prediction with past dates for every row of any input', () => {
    const anything = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('model', 'serial', 'purchaseDate')),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 12 }), (rows) => {
        const predictions = predictAssets(rows, { now });
        expect(predictions).toHaveLength(rows.length);
        for (const { predictedPurchaseDate, method, evidence, interval } of predictions) {
          expect(method).not.toBe('error_fallback');
          expect(predictedPurchaseDate).toMatch(/^\d{4}-\d\d-\d\d$/);
          expect(predictedPurchaseDate && predictedPurchaseDate <= '2025-01-31').toBe(true);
          expect(interval && interval.from <= interval.to).toBe(true);
          expect(evidence.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 1);
        }
        analyzeAssets(rows, { now });
      }),
      { numRuns: 150 },
    );
  });
});

describe('predictDescription', () => {
  it('returns a prediction for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'grapheme' }), (text) => {
        expect(predictDescription(text, { now }).predictedPurchaseDate).toMatch(/^\d{4}-/);
      }),
      { numRuns: 300 },
    );
  });

  it('takes no longer for malicious texts', () => {
    const before = process.threadCpuUsage();
    for (const piece of [
      'serial ',
      'asset: ',
      'warranty until ',
      '1-',
      'a,',
      ' ',
      '00:',
      'Dell ',
      '"',
      'bought on ',
    ])
      predictDescription(piece.repeat(20_000), { now });
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

function hash(text: string, seed: number): number {
  let value = seed | 1;
  for (const char of text) value = Math.imul(value ^ char.charCodeAt(0), 16_777_619);
  return value;
}
