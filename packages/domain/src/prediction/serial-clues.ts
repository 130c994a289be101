import type { Asset } from './asset.ts';
import { Clue } from './clue.ts';
import { addBell, delayed, type Grid, normalised, trimmed, usualLag } from './density.ts';
import { monthInWords } from './months.ts';
import { readSerialDate, type SerialDate } from './serial-date.ts';

export interface SerialReading {
  maker: string;
  candidates: readonly number[];
  clue: Clue;
}

/** Bought late all the same: shelf stock, refurbished devices. */
const lateShare = 0.1;
const lateMonths = 18;
const doubt = 0.02;

export function createSerialClues(grid: Grid) {
  const clues = new Map<string, Clue | null>();

  function make({ maker, candidates }: SerialDate, extraDoubt: number): Clue | null {
    const made = new Float64Array(grid.months);
    for (const candidate of candidates) addBell(made, candidate, 0.7, 1);
    const soon = delayed(made);
    const late = new Float64Array(grid.months);
    for (const candidate of candidates) {
      for (let at = Math.max(0, Math.floor(candidate)); at < grid.months; at += 1) {
        late[at] = (late[at] ?? 0) + Math.exp(-(at - candidate) / lateMonths) / lateMonths;
      }
    }
    const both = soon.map((share, at) => (1 - lateShare) * share + lateShare * (late[at] ?? 0));
    const density = normalised(both);
    if (density === null) return null;
    return new Clue('serial-code', trimmed(density), Math.max(doubt, extraDoubt), grid, (estimate) => {
      const distance = (month: number) => Math.abs(month + usualLag - estimate);
      const nearest = candidates.reduce((a, b) => (distance(b) < distance(a) ? b : a));
      const decades = candidates.length > 1 ? '; the code repeats every ten years' : '';
      return `The serial number holds ${maker}'s date code: made in ${monthInWords(nearest)}${decades}.`;
    });
  }

  /** `earliest` is when the model came out: a code that says much earlier does not apply. */
  return (asset: Asset, earliest: number | null, extraDoubt: number): SerialReading | null => {
    if (asset.serial === '') return null;
    const read = readSerialDate(asset.makerKey, asset.serial, grid.now);
    if (read === null) return null;
    const candidates = read.candidates.filter((month) => earliest === null || month >= earliest - 12);
    if (candidates.length === 0) return null;
    const key = `${read.maker}|${candidates.join('|')}|${extraDoubt}`;
    let clue = clues.get(key);
    if (clue === undefined) {
      clue = make({ maker: read.maker, candidates }, extraDoubt);
      clues.set(key, clue);
    }
    return clue && { maker: read.maker, candidates, clue };
  };
}
