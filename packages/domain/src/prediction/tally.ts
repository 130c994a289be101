import type { Dated } from './asset.ts';

/** With fewer known dates, nothing is measured. */
export const minSamplesToMeasure = 8;
const year = 12;
/** Below this skill, evidence is rated by its gain over a guess, however often it is right. */
const poorSkill = 0.6;
/** If nearly all dates are the same, being no better than a guess is acceptable. */
const easyBase = 0.75;

/** The share of hits among a few cases, drawn toward two in three: known evidence is right more often than not. */
export const shareOfFew = (hits: number, tried: number): number => (hits + 2) / (tried + 3);

/** A guess that is nearly always right leaves no room to be better. */
const maxBase = 0.95;

/** The median of the dates: the best guess without any evidence. */
function medianMonth(labelled: readonly Dated[]): number {
  const months = labelled.map(({ month }) => month).toSorted((a, b) => a - b);
  return months[Math.floor(months.length / 2)] ?? 0;
}

/**
 * The share of cases in which a kind of evidence is misleading, measured on known dates; null with fewer than eight. Right
 * is within a year, compared with a plain guess. `isStrict`: it must be better than a guess.
 */
export function measureDoubt(
  labelled: readonly Dated[],
  estimateOf: (own: Dated) => number | null,
  isStrict = false,
): number | null {
  const guess = medianMonth(labelled);
  let tried = 0;
  let hits = 0;
  let guessed = 0;
  for (const own of labelled) {
    const estimate = estimateOf(own);
    if (estimate === null) continue;
    tried += 1;
    if (Math.abs(estimate - own.month) <= year) hits += 1;
    if (Math.abs(guess - own.month) <= year) guessed += 1;
  }
  if (tried < minSamplesToMeasure) return null;
  const right = shareOfFew(hits, tried);
  const base = Math.min(maxBase, (guessed + 1) / (tried + 2));
  const skill = Math.max(0, (right - base) / (1 - base));
  return skill < poorSkill && (isStrict || base < easyBase) ? 1 - skill : 1 - right;
}
