import type { Clue } from './clue.ts';
import { type Density, fromLog, type Grid, massOfShape, type Summary, summarizeShape } from './density.ts';

export interface Fused extends Summary {
  /** Probability of being within half a year of the estimate. */
  near: number;
  /** The probability between two months; valid until the next fusion. */
  between(from: number, to: number): number;
}

/** Multiplies the likelihoods of the clues. The arrays are reused for every asset. */
export function createFusion(grid: Grid) {
  const log = new Float64Array(grid.months);
  const density: Density = new Float64Array(grid.months);

  return (prior: Clue, clues: readonly Clue[]): Fused => {
    log.fill(0);
    prior.addTo(log);
    for (const clue of clues) clue.addTo(log);
    const shape = fromLog(log, density);
    const { estimate, mass, from, to } = summarizeShape(shape);
    const between = (start: number, end: number) => massOfShape(shape, start, end);
    return { estimate, mass, from, to, near: between(estimate - 6, estimate + 6), between };
  };
}
