import type { Fleet } from './fleet.ts';
import { type Trust, type WeighedEvidence, weighEvidence } from './verdict.ts';

/** Each entered date, predicted from all the others. */
export interface BackTest {
  /** With the dates that the model or the serial number contradicts: the evidence has to answer for them too. */
  assets: number;
  withinOneYear: number;
  /** Of the believed dates alone, in months, without sign: what the user is shown. */
  errors: number[];
  /** Right answers for each that was expected; below 1 where the evidence promises too much in this file. */
  ratio: number;
  /** By how many standard deviations the right answers are fewer than expected. */
  surprise: number;
}

const maxTested = 1500;
/** Entered dates are sometimes wrong themselves. */
const wrongEntries = 0.05;

/** Spread evenly over the fleet, which has an order of its own: the same for any order of rows. */
function sampleOf<T>(list: readonly T[]): T[] {
  if (list.length <= maxTested) return [...list];
  const step = list.length / maxTested;
  return Array.from({ length: maxTested }, (_, at) => list[Math.floor(at * step)] as T);
}

export function backTest(fleet: Fleet): BackTest {
  const errors: number[] = [];
  let expected = 0;
  let variance = 0;
  let right = 0;
  let assets = 0;
  for (const { at, month } of sampleOf(fleet.tested)) {
    const judged: WeighedEvidence = weighEvidence(fleet, at, null);
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

/** A few known dates prove little, so that one surprise among them is enough. */
const fewDatesThreshold = 8;
const poorShare = 0.75;

export function trustOf(test: Omit<BackTest, 'errors'>): Trust {
  const { assets, ratio, surprise, withinOneYear } = test;
  if (assets < 2) return { maxConfidence: 'high' };
  const bearable = assets < fewDatesThreshold ? 0.8 : 1.7;
  if (ratio < 0.9 && surprise >= bearable) return { maxConfidence: ratio >= 0.65 ? 'medium' : 'low' };
  return { maxConfidence: assets >= fewDatesThreshold && withinOneYear < poorShare ? 'medium' : 'high' };
}
