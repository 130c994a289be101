import { describe, expect, it } from 'vitest';
import { type AssetRow, predictAssets } from './predict.ts';

const now = new Date('2025-01-01');
const one = (row: AssetRow, vendorDates?: ReadonlyMap<string, string>) => {
  const [prediction] = predictAssets([row], vendorDates ? { now, vendorDates } : { now });
  if (!prediction) throw new Error('no prediction');
  return prediction;
};

const latitude = { manufacturer: 'Dell', modelNumber: 'Latitude 5420', typeName: 'laptop' };
const eliteBook = { manufacturer: 'HP', modelNumber: 'EliteBook 840 G8', typeName: 'laptop' };

/** Laptops of one model, bought a month apart from June 2021. */
const batch = (count: number, rest: AssetRow = {}) =>
  Array.from({ length: count }, (_, at) => ({
    ...latitude,
    assetId: `B${at}`,
    serialNumber: `1ABCD${String(at).padStart(2, '0')}`,
    purchaseDate: `2021-${String(6 + (at % 3)).padStart(2, '0')}-1${at % 9}`,
    ...rest,
  }));

describe('predictAssets', () => {
  it('returns a believable date of the file as it is', () => {
    const prediction = one({ ...latitude, purchaseDate: '2021-09-14' });
    expect(prediction).toMatchObject({
      predictedPurchaseDate: '2021-09-14',
      confidence: 'high',
      method: 'exact_match',
      explanation: 'Date from your file.',
    });
  });

  it('names the very day of the file in its evidence, whichever it is', () => {
    for (let day = 1; day <= 30; day += 1) {
      const purchaseDate = `2023-04-${String(day).padStart(2, '0')}`;
      const { evidence, alternativeDates } = one({ ...latitude, purchaseDate });
      expect(evidence[0]).toMatchObject({
        kind: 'own-date',
        date: purchaseDate,
        sentence: `The file gives ${day} Apr 2023.`,
      });
      expect(alternativeDates[0]?.date).toBe(purchaseDate);
    }
  });

  it('keeps an entered date that the evidence contradicts, and says so', () => {
    const rows = [
      ...batch(12),
      { ...latitude, assetId: 'odd', serialNumber: '9ZZZZ99', purchaseDate: '2024-11-02' },
    ];
    const odd = predictAssets(rows, { now }).at(-1);
    expect(odd).toMatchObject({ predictedPurchaseDate: '2024-11-02', method: 'exact_match' });
    expect(odd?.confidence).not.toBe('high');
    expect(odd?.conflicts).toEqual([
      'Assets of the same model say July 2021, the entered date says November 2024.',
    ]);
  });

  it.each([
    ['2019-01-01', 'It is a 1 January, which is entered where nobody knows the day.'],
    ['2031-05-05', 'It lies in the future.'],
    ['1994-02-03', 'It is older than any device that is still in use, so it stands for no date.'],
    ['2016-03-03', 'The model was not made before October 2020.'],
  ])('does not use %s', (purchaseDate, reason) => {
    const { method, explanation } = one({ ...latitude, purchaseDate });
    expect(method).toBe('fallback_estimate');
    expect(explanation.startsWith(`The entered date '${purchaseDate}' was not used. ${reason}`)).toBe(true);
  });

  it('does not use what is no date', () => {
    const rows = [...batch(3), { ...latitude, purchaseDate: 'soon' }];
    expect(predictAssets(rows, { now }).at(-1)?.explanation).toMatch(
      /^The entered date 'soon' was not used. It is not readable as a date. /,
    );
  });

  it('takes the vendor’s date before all others', () => {
    const row = { ...latitude, serialNumber: '7XK-2P93' };
    expect(one(row, new Map([['7XK2P93', '2022-02-10']]))).toMatchObject({
      predictedPurchaseDate: '2022-02-10',
      confidence: 'high',
      method: 'exact_match',
    });
  });

  it('takes the date of another row with the same serial number', () => {
    const rows = [
      { ...latitude, serialNumber: '7XK2P93', purchaseDate: '2022-03-03' },
      { ...latitude, serialNumber: '7XK2P93', purchaseDate: '' },
    ];
    const second = predictAssets(rows, { now })[1];
    expect(second).toMatchObject({ method: 'exact_match', confidence: 'high' });
    expect(second?.predictedPurchaseDate).toBe('2022-03-03');
    expect(second?.explanation).toContain('Another row with the same serial number gives 3 Mar 2022.');
  });

  it('rests on assets of the same model and names them', () => {
    const rows = [...batch(9), { ...latitude, assetId: 'new', serialNumber: '2BCDF77', purchaseDate: '' }];
    const prediction = predictAssets(rows, { now }).at(-1);
    expect(prediction).toMatchObject({ method: 'similar_assets', confidence: 'high' });
    expect(prediction?.predictedPurchaseDate).toMatch(/^2021-0[678]/);
    expect(prediction?.matchedAssets).toHaveLength(5);
    expect(prediction?.explanation).toBe(
      '9 other assets of the same model in the file were bought between June 2021 and August 2021. ' +
        'Latitude 5420 is mostly bought between January 2021 and July 2022, by public data on real devices.',
    );
  });

  it('takes the decade of a serial number from the model', () => {
    const prediction = one({ ...eliteBook, serialNumber: '5CG1342XYZ' });
    expect(prediction.predictedPurchaseDate).toMatch(/^2021-/);
    expect(prediction.explanation).toContain("The serial number holds HP's date code: made in August 2021.");
  });

  it('is low where the decade is a guess', () => {
    expect(one({ manufacturer: 'HP', serialNumber: '5CG1342XYZ' })).toMatchObject({
      confidence: 'low',
      method: 'fallback_estimate',
      explanation:
        "The serial number holds HP's date code: made in August 2021; the code repeats every ten years. Nothing else confirms it.",
    });
  });

  it('learns the term of warranties from the file', () => {
    const rows: AssetRow[] = Array.from({ length: 10 }, (_, at) => ({
      manufacturer: 'Fujitsu',
      typeName: 'desktop',
      modelNumber: `Box ${at}X`,
      purchaseDate: `201${7 + (at % 2)}-0${1 + (at % 8)}-15`,
      warrantyExpire: `202${1 + (at % 2)}-0${1 + (at % 8)}-15`,
    }));
    const asked = {
      manufacturer: 'Fujitsu',
      typeName: 'desktop',
      modelNumber: '',
      warrantyExpire: '2023-05-20',
    };
    const prediction = predictAssets([...rows, asked], { now }).at(-1);
    expect(prediction).toMatchObject({
      method: 'warranty_based',
      predictedPurchaseDate: '2019-05-20',
      explanation: 'The warranty ends on 2023-05-20; 4 years before is 2019-05-20. Nothing else confirms it.',
    });
  });

  it('says so where nothing dates an asset', () => {
    expect(one({ manufacturer: '', modelNumber: '', typeName: '' })).toMatchObject({
      confidence: 'low',
      method: 'fallback_estimate',
      explanation:
        'Nothing in this row dates the asset. Nothing but the usual age of devices in use speaks for this date.',
      evidence: [{ kind: 'type-and-maker', weight: 1 }],
    });
  });

  it('widens the interval of used devices and is never sure of them', () => {
    const used = one({ ...latitude, modelNumber: 'Latitude 5420 (refurbished)' });
    const plain = one(latitude);
    expect(used.confidence).not.toBe('high');
    expect(Date.parse(used.interval?.to ?? '')).toBeGreaterThan(Date.parse(plain.interval?.to ?? ''));
    expect(used.explanation).toContain('It seems to be a used device');
  });

  it('finds the columns of other registers', () => {
    const rows = [
      {
        'Asset Tag': 'P100',
        Model: 'Latitude 5420',
        Manufacturer: 'Dell Inc.',
        'Purchased on': '',
        'S/N': '7XK2P93',
      },
    ];
    const [prediction] = predictAssets(rows, { now });
    expect(prediction).toMatchObject({
      assetId: 'P100',
      originalAsset: { serialNumber: '7XK2P93', modelNumber: 'Latitude 5420', manufacturer: 'Dell Inc.' },
    });
    expect(prediction?.predictedPurchaseDate).toMatch(/^2021/);
  });

  it('never says more of one kind of evidence than medium', () => {
    expect(one(latitude).confidence).toBe('medium');
    expect(one({ ...latitude, processor: 'Intel Core i5-1145G7' }).confidence).toBe('medium');
  });

  it('answers an empty file with nothing', () => {
    expect(predictAssets([], { now })).toEqual([]);
  });
});
