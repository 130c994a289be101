import { getOrMake } from '../memoize.ts';
import type { Asset } from './asset.ts';
import { Clue } from './clue.ts';
import { addGaussian, applyPurchaseLag, type Grid, normalize, trimmed, typicalLagMonths } from './density.ts';
import { formatMonth } from './months.ts';
import { readSerialDate, type SerialDate } from './serial-date.ts';

export interface SerialReading extends SerialDate {
  clue: Clue;
}

/** Share of late purchases: shelf stock, refurbished devices. */
const lateShare = 0.1;
const lateMonths = 18;
const doubt = 0.02;

export function createSerialClues(grid: Grid) {
  const clues = new Map<string, Clue | null>();

  function make({ manufacturer, candidates }: SerialDate, extraDoubt: number): Clue | null {
    const made = new Float64Array(grid.months);
    for (const candidate of candidates) addGaussian(made, candidate, 0.7, 1);
    const soon = applyPurchaseLag(made);
    const late = new Float64Array(grid.months);
    for (const candidate of candidates) {
      for (let index = Math.max(0, Math.floor(candidate)); index < grid.months; index += 1) {
        late[index] = (late[index] ?? 0) + Math.exp(-(index - candidate) / lateMonths) / lateMonths;
      }
    }
    const both = soon.map((share, index) => (1 - lateShare) * share + lateShare * (late[index] ?? 0));
    const density = normalize(both);
    if (density === null) return null;
    return new Clue('serial-code', trimmed(density), Math.max(doubt, extraDoubt), grid, (estimate) => {
      const distance = (month: number) => Math.abs(month + typicalLagMonths - estimate);
      const nearest = candidates.reduce((a, b) => (distance(b) < distance(a) ? b : a));
      const decades = candidates.length > 1 ? '; the code repeats every ten years' : '';
      return `The serial number contains ${manufacturer}'s date code: made in ${formatMonth(nearest)}${decades}.`;
    });
  }

  /** `earliest` is when the model was released: a code that is much older does not apply. */
  return (asset: Asset, earliest: number | null, extraDoubt: number): SerialReading | null => {
    if (asset.serial === '') return null;
    const read = readSerialDate(asset.manufacturerKey, asset.serial, grid.now);
    if (read === null) return null;
    const candidates = read.candidates.filter((month) => earliest === null || month >= earliest - 12);
    if (candidates.length === 0) return null;
    const date = { manufacturer: read.manufacturer, candidates };
    const key = `${date.manufacturer}|${candidates.join('|')}|${extraDoubt}`;
    const clue = getOrMake(clues, key, () => make(date, extraDoubt));
    return clue && { ...date, clue };
  };
}
