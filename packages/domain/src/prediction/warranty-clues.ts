import { getOrMake } from '../memoize.ts';
import type { Asset } from './asset.ts';
import { Clue } from './clue.ts';
import { addGaussian, type Grid, normalize, trimmed } from './density.ts';
import { formatDay } from './months.ts';
import { minSamplesToMeasure } from './tally.ts';
import { type Terms, terms as years } from './warranty-terms.ts';

/** In months: warranties start within a month of the purchase. */
const spread = 1;

export const inYears = (count: number): string => (count === 1 ? '1 year' : `${count} years`);

/** The term that best fits an estimate. */
export function termFor(warrantyEnd: number, estimate: number): number {
  const miss = (count: number) => Math.abs(warrantyEnd - count * 12 - estimate);
  return years.reduce((best, count) => (miss(count) < miss(best) ? count : best));
}

/** Dates are rounded to a quarter of a month, so that assets can share clues. */
const perMonth = 4;

export function createWarrantyClues(terms: Terms, grid: Grid) {
  const clues = new Map<string, Clue | null>();

  function make(asset: Asset, end: number): Clue | null {
    const shares = terms.of(asset);
    const density = new Float64Array(grid.months);
    for (const [at, count] of years.entries()) {
      const start = end - count * 12;
      if (start <= grid.now) addGaussian(density, start, spread, shares[at] ?? 0);
    }
    const whole = normalize(density);
    const isInferred = terms.known < minSamplesToMeasure;
    return whole && new Clue('warranty-end', trimmed(whole), terms.doubt, grid, () => '', isInferred);
  }

  const saying = (end: number) => (estimate: number) => {
    const count = termFor(end, estimate);
    return `The warranty ends on ${formatDay(end)}; ${inYears(count)} before is ${formatDay(end - count * 12)}.`;
  };

  return (asset: Asset): Clue | null => {
    const end = asset.warrantyEnd;
    if (end === null) return null;
    const near = Math.round(end * perMonth) / perMonth;
    const key = `${asset.manufacturerKey}|${asset.type}|${near}`;
    return getOrMake(clues, key, () => make(asset, near))?.withExplanation(saying(end)) ?? null;
  };
}
