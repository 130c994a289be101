import type { Dated } from './peers.ts';

/** Fewer known dates measure nothing. */
export const minSamplesToMeasure = 8;
const year = 12;
/** Evidence that is hardly better than a guess is worth what it is better by, however often it hits. */
const poorSkill = 0.6;
/** Where nearly all dates are the same, being no better than a guess is no fault. */
const easyBase = 0.75;

/** Counts how often a kind of evidence hits known dates within a year, beside what a plain guess hits. */
export function createTally() {
  let tried = 0;
  let hits = 0;
  let guessed = 0;
  return {
    add(said: number, guess: number, month: number): void {
      tried += 1;
      if (Math.abs(said - month) <= year) hits += 1;
      if (Math.abs(guess - month) <= year) guessed += 1;
    },
    /** The share of cases in which it misleads; null below eight. `isStrict`: it must be better than a guess. */
    doubt(isStrict = false): number | null {
      if (tried < minSamplesToMeasure) return null;
      const right = (hits + 2) / (tried + 3);
      const base = Math.min(0.95, (guessed + 1) / (tried + 2));
      const skill = Math.max(0, (right - base) / (1 - base));
      return skill < poorSkill && (isStrict || base < easyBase) ? 1 - skill : 1 - right;
    },
  };
}

/** The middle of all the other dates: what one would say without any evidence. */
export function createGuess(labelled: readonly Dated[]): (own: Dated) => number {
  const months = labelled.map(({ month }) => month).toSorted((a, b) => a - b);
  const middle = months[Math.floor(months.length / 2)] ?? 0;
  return () => middle;
}
