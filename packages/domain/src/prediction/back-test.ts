import type { Fleet } from './fleet.ts';
import { type Trust, weighEvidence } from './verdict.ts';

export type BackTest = ReturnType<typeof backTest>;

const maxTested = 1500;
/** Entered dates are sometimes wrong. */
const wrongEntries = 0.05;

/** Spread evenly over the fleet, which is sorted, so the sample does not depend on the row order. */
function sampleOf<T>(list: readonly T[]): T[] {
  if (list.length <= maxTested) return [...list];
  const step = list.length / maxTested;
  return Array.from({ length: maxTested }, (_, index) => list[Math.floor(index * step)] as T);
}

/** Predicts each entered date from all the others. */
export function backTest(fleet: Fleet) {
  const errors: number[] = [];
  let expected = 0;
  let variance = 0;
  let right = 0;
  let assets = 0;
  for (const { at, month } of sampleOf(fleet.tested)) {
    const judged = weighEvidence(fleet, at, null);
    if (judged.clues.length === 0) continue;
    const error = Math.abs(judged.estimate - month);
    assets += 1;
    if (fleet.labelOf(at) !== null) errors.push(error);
    expected += judged.mass;
    variance += judged.mass * (1 - judged.mass) + wrongEntries;
    if (error <= 12) right += 1;
  }
  return {
    /** Includes dates that the model or serial number contradicts: the evidence must account for them too. */
    assets,
    withinOneYear: assets === 0 ? 0 : right / assets,
    /** Absolute errors in months, for trusted dates only; shown to the user. */
    errors,
    /** Ratio of correct to expected predictions; below 1 if the evidence is overconfident in this file. */
    ratio: (right + 1) / (expected + 1),
    /** How many standard deviations the number of correct predictions is below the expected one. */
    surprise: variance === 0 ? 0 : (expected - right) / Math.sqrt(variance),
  };
}

/** With fewer known dates, a single surprise is enough to lower the confidence. */
const fewDatesThreshold = 8;
const poorShare = 0.75;

export function trustOf(test: Omit<BackTest, 'errors'>): Trust {
  const { assets, ratio, surprise, withinOneYear } = test;
  if (assets < 2) return { maxConfidence: 'high' };
  const bearable = assets < fewDatesThreshold ? 0.8 : 1.7;
  if (ratio < 0.9 && surprise >= bearable) return { maxConfidence: ratio >= 0.65 ? 'medium' : 'low' };
  return { maxConfidence: assets >= fewDatesThreshold && withinOneYear < poorShare ? 'medium' : 'high' };
}
