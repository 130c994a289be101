import type { Asset, Dated } from './asset.ts';
import { Clue } from './clue.ts';
import { type Grid, gaussianShape } from './density.ts';
import { formatDay } from './months.ts';
import { type VendorMonth, vendorSentence } from './vendor-date.ts';

function bellClue(
  kind: 'own-lookup' | 'vendor-date' | 'own-date' | 'same-serial',
  month: number,
  doubt: number,
  grid: Grid,
  sentence: string,
): Clue | null {
  const shape = gaussianShape(month, 0.6, grid);
  return shape && new Clue(kind, shape, doubt, grid, () => sentence, false, null, month);
}

export function ownClue(month: number | null, grid: Grid): Clue | null {
  if (month === null) return null;
  return bellClue('own-date', month, 0.02, grid, `Your file says ${formatDay(month)}.`);
}

/** A warranty may begin when it is registered, which is less certain than a shipment. */
const vendorDoubt = { shipped: 0.01, covered: 0.04 };

const vendorClue = (found: VendorMonth, grid: Grid): Clue | null =>
  bellClue(
    found.isOwn ? 'own-lookup' : 'vendor-date',
    found.month,
    vendorDoubt[found.meaning],
    grid,
    vendorSentence(found),
  );

/** Dates of the device itself: from the vendor, the file's ship date, or another row with the same serial number. */
export function createExactClues(
  assets: readonly Asset[],
  labelled: readonly Dated[],
  vendorDates: ReadonlyMap<string, VendorMonth>,
  grid: Grid,
) {
  const bySerial = new Map<string, Dated>();
  for (const one of labelled) {
    const serial = assets[one.at]?.serial ?? '';
    if (serial !== '' && !bySerial.has(serial)) bySerial.set(serial, one);
  }
  return (at: number): (Clue | null)[] => {
    const asset = assets[at];
    if (!asset) return [];
    const { serial, shipped, warrantyStart } = asset;
    const vendor = vendorDates.get(serial);
    const twin = bySerial.get(serial);
    const clues: (Clue | null)[] = [];
    if (vendor !== undefined) clues.push(vendorClue(vendor, grid));
    else if (shipped !== null && shipped <= grid.now)
      clues.push(
        bellClue('vendor-date', shipped, 0.04, grid, `The ship date in your file is ${formatDay(shipped)}.`),
      );
    else if (warrantyStart !== null && warrantyStart <= grid.now) {
      const sentence = `The warranty start date in your file is ${formatDay(warrantyStart)}.`;
      clues.push(bellClue('vendor-date', warrantyStart, 0.04, grid, sentence));
    }
    if (twin && twin.at !== at && asset.entered === null) {
      const sentence = `Another row with the same serial number says ${formatDay(twin.month)}.`;
      clues.push(bellClue('same-serial', twin.month, 0.03, grid, sentence));
    }
    return clues;
  };
}
