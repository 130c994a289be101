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

/** Counts how often a kind of evidence is within a year of known dates, compared with a plain guess. */
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
    /**
     * The share of cases in which it is misleading; null with fewer than eight. `isStrict`: it must be better than a guess.
     */
    doubt(isStrict = false): number | null {
      if (tried < minSamplesToMeasure) return null;
      const right = shareOfFew(hits, tried);
      const base = Math.min(maxBase, (guessed + 1) / (tried + 2));
      const skill = Math.max(0, (right - base) / (1 - base));
      return skill < poorSkill && (isStrict || base < easyBase) ? 1 - skill : 1 - right;
    },
  };
}

/** The median of the dates: the best guess without any evidence. */
export function medianMonth(labelled: readonly { month: number }[]): number {
  const months = labelled.map(({ month }) => month).toSorted((a, b) => a - b);
  return months[Math.floor(months.length / 2)] ?? 0;
}
