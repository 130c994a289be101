import { describe, expect, it } from 'vitest';
import { type AssetRow, predictAssets } from './predict.ts';
import type { VendorDate } from './vendor-date.ts';

const now = new Date('2025-01-01');
const one = (row: AssetRow, vendorDates?: ReadonlyMap<string, VendorDate>) => {
  const [prediction] = predictAssets([row], vendorDates ? { now, vendorDates } : { now });
  if (!prediction) throw new Error('no prediction');
  return prediction;
};

const latitude = { manufacturer: 'Dell', modelNumber: 'Latitude 5420', typeName: 'laptop' };
const eliteBook = { manufacturer: 'HP', modelNumber: 'EliteBook 840 G8', typeName: 'laptop' };

/** Laptops of one model, bought from June to August 2021. */
const batch = (count: number, rest: AssetRow = {}) =>
  Array.from({ length: count }, (_, index) => ({
    ...latitude,
    assetId: `B${index}`,
    serialNumber: `1ABCD${String(index).padStart(2, '0')}`,
    purchaseDate: `2021-${String(6 + (index % 3)).padStart(2, '0')}-1${index % 9}`,
    ...rest,
  }));

describe('predictAssets', () => {
  it('returns a plausible date from the file unchanged', () => {
    const prediction = one({ ...latitude, purchaseDate: '2021-09-14' });
    expect(prediction).toMatchObject({
      isKnown: true,
      predictedPurchaseDate: '2021-09-14',
      confidence: 'high',
      method: 'exact_match',
      explanation: 'Date from your file.',
    });
  });

  it('names the exact day from the file in its evidence', () => {
    for (let day = 1; day <= 30; day += 1) {
      const purchaseDate = `2023-04-${String(day).padStart(2, '0')}`;
      const { evidence, alternativeDates } = one({ ...latitude, purchaseDate });
      expect(evidence[0]).toMatchObject({
        kind: 'own-date',
        date: purchaseDate,
        sentence: `Your file says ${day} Apr 2023.`,
      });
      expect(alternativeDates[0]?.date).toBe(purchaseDate);
    }
  });

  it('keeps an entered date that contradicts the evidence, and reports the conflict', () => {
    const rows = [
      ...batch(12),
      { ...latitude, assetId: 'odd', serialNumber: '9ZZZZ99', purchaseDate: '2024-11-02' },
    ];
    const odd = predictAssets(rows, { now }).at(-1);
    expect(odd).toMatchObject({ predictedPurchaseDate: '2024-11-02', method: 'exact_match' });
    expect(odd?.confidence).not.toBe('high');
    expect(odd?.conflicts).toEqual([
      'Assets of the same model say Jul 2021, the entered date says Nov 2024.',
    ]);
  });

  it.each([
    ['2019-01-01', '1 January is often entered as a placeholder when the date is unknown.'],
    ['2031-05-05', 'The date is in the future.'],
    ['1994-02-03', 'The date is too old to be real and is probably a placeholder.'],
    ['2016-03-03', 'The model was not produced before Oct 2020.'],
  ])('does not use %s', (purchaseDate, reason) => {
    const { method, explanation } = one({ ...latitude, purchaseDate });
    expect(method).toBe('fallback_estimate');
    expect(explanation.startsWith(`The entered date '${purchaseDate}' was not used. ${reason}`)).toBe(true);
  });

  it.each(['11. März 2019', '3 de mayo de 2020', '11 marca 2019', '15 septembre 2021', '7 giu 2021'])(
    'uses %s, whatever the language of the month',
    (purchaseDate) => {
      const [, dated] = predictAssets([{ ...eliteBook }, { typeName: 'monitor', purchaseDate }], { now });
      expect(dated).toMatchObject({ isKnown: true, explanation: 'Date from your file.' });
    },
  );

  it('does not use text that is not a date', () => {
    const rows = [...batch(3), { ...latitude, purchaseDate: 'soon' }];
    expect(predictAssets(rows, { now }).at(-1)?.explanation).toMatch(
      /^The entered date 'soon' was not used. Not a valid date. /,
    );
  });

  it.each([
    ['shipped', false, 'vendor-date', 'Dell shipped it on 10 Feb 2022.'],
    ['covered', false, 'vendor-date', 'Its Dell warranty began on 10 Feb 2022.'],
    ['shipped', true, 'own-lookup', 'Your own lookups say that Dell shipped it on 10 Feb 2022.'],
    ['covered', true, 'own-lookup', 'Your own lookups say that its Dell warranty began on 10 Feb 2022.'],
  ] as const)("prefers the vendor's date over all others (%s, own: %s)", (meaning, isOwn, kind, sentence) => {
    const row = { ...latitude, serialNumber: '7XK-2P93' };
    const known = { date: '2022-02-10', vendor: 'Dell', meaning, isOwn };
    const prediction = one(row, new Map([['7XK2P93', known]]));
    expect(prediction).toMatchObject({
      isKnown: false,
      predictedPurchaseDate: '2022-02-10',
      confidence: 'high',
      method: 'exact_match',
    });
    expect(prediction.evidence[0]).toMatchObject({ kind, sentence });
    expect(prediction.explanation).toContain(sentence);
  });

  it('uses the date of another row with the same serial number', () => {
    const rows = [
      { ...latitude, serialNumber: '7XK2P93', purchaseDate: '2022-03-03' },
      { ...latitude, serialNumber: '7XK2P93', purchaseDate: '' },
    ];
    const second = predictAssets(rows, { now })[1];
    expect(second).toMatchObject({ method: 'exact_match', confidence: 'high' });
    expect(second?.predictedPurchaseDate).toBe('2022-03-03');
    expect(second?.explanation).toContain('Another row with the same serial number says 3 Mar 2022.');
  });

  it('uses assets of the same model and lists them', () => {
    const rows = [...batch(9), { ...latitude, assetId: 'new', serialNumber: '2BCDF77', purchaseDate: '' }];
    const prediction = predictAssets(rows, { now }).at(-1);
    expect(prediction).toMatchObject({ method: 'similar_assets', confidence: 'high' });
    expect(prediction?.predictedPurchaseDate).toMatch(/^2021-0[678]/);
    expect(prediction?.matchedAssets).toHaveLength(5);
    expect(prediction?.explanation).toBe(
      '9 other assets of the same model in the file were bought between Jun 2021 and Aug 2021. ' +
        'Latitude 5420 was typically bought between Jan 2021 and Jul 2022 (public device data).',
    );
  });

  it('derives the decade of a serial number from the model', () => {
    const prediction = one({ ...eliteBook, serialNumber: '5CG1342XYZ' });
    expect(prediction.predictedPurchaseDate).toMatch(/^2021-/);
    expect(prediction.explanation).toContain("The serial number contains HP's date code: made in Aug 2021.");
  });

  it('has low confidence if the decade is a guess', () => {
    expect(one({ manufacturer: 'HP', serialNumber: '5CG1342XYZ' })).toMatchObject({
      confidence: 'low',
      method: 'fallback_estimate',
      explanation:
        "The serial number contains HP's date code: made in Aug 2021; the code repeats every ten years. There is no other evidence to confirm this.",
    });
  });

  it('learns the warranty term from the file', () => {
    const rows: AssetRow[] = Array.from({ length: 10 }, (_, index) => ({
      manufacturer: 'Fujitsu',
      typeName: 'desktop',
      modelNumber: `Box ${index}X`,
      purchaseDate: `201${7 + (index % 2)}-0${1 + (index % 8)}-15`,
      warrantyExpire: `202${1 + (index % 2)}-0${1 + (index % 8)}-15`,
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
      explanation:
        'The warranty ends on 20 May 2023; 4 years before is 20 May 2019. There is no other evidence to confirm this.',
    });
  });

  it('explains if there is no evidence', () => {
    expect(one({ manufacturer: '', modelNumber: '', typeName: '' })).toMatchObject({
      confidence: 'low',
      method: 'fallback_estimate',
      explanation:
        'Nothing in this row indicates a purchase date. This date is based only on the typical age of devices in use.',
      evidence: [{ kind: 'type-and-maker', weight: 1 }],
    });
  });

  it('widens the interval for used devices and never has high confidence', () => {
    const used = one({ ...latitude, modelNumber: 'Latitude 5420 (refurbished)' });
    const plain = one(latitude);
    expect(used.confidence).not.toBe('high');
    expect(Date.parse(used.interval?.to ?? '')).toBeGreaterThan(Date.parse(plain.interval?.to ?? ''));
    expect(used.explanation).toContain('This appears to be a used device');
  });

  it('detects the columns of other registers', () => {
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

  it('has at most medium confidence with only one kind of evidence', () => {
    expect(one(latitude).confidence).toBe('medium');
    expect(one({ ...latitude, processor: 'Intel Core i5-1145G7' }).confidence).toBe('medium');
  });

  it('returns nothing for an empty file', () => {
    expect(predictAssets([], { now })).toEqual([]);
  });
});
