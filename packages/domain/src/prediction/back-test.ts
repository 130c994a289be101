import type { Fleet } from './fleet.ts';
import { type Trust, weighEvidence } from './verdict.ts';

/** The result of predicting each entered date from all the others. */
export interface BackTest {
  /** Includes dates that the model or serial number contradicts: the evidence must account for them too. */
  assets: number;
  withinOneYear: number;
  /** Absolute errors in months, for trusted dates only; shown to the user. */
  errors: number[];
  /** Ratio of correct to expected predictions; below 1 if the evidence is overconfident in this file. */
  ratio: number;
  /** How many standard deviations the number of correct predictions is below the expected one. */
  surprise: number;
}

const maxTested = 1500;
/** Entered dates are sometimes wrong. */
const wrongEntries = 0.05;

/** Spread evenly over the fleet, which is sorted, so the sample does not depend on the row order. */
function sampleOf<T>(list: readonly T[]): T[] {
  if (list.length <= maxTested) return [...list];
  const step = list.length / maxTested;
  return Array.from({ length: maxTested }, (_, index) => list[Math.floor(index * step)] as T);
}

export function backTest(fleet: Fleet): BackTest {
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
    assets,
    withinOneYear: assets === 0 ? 0 : right / assets,
    errors,
    ratio: (right + 1) / (expected + 1),
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
