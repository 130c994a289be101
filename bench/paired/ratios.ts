import { median, quantile, type Slice } from '../measurement.ts';

export interface Pair {
  /** Figure of this tree. */
  here: number;
  /** Figure of the commit it is compared with. */
  there: number;
}

/** Median of the slices of one side of a pair. Falls back to wall time if the CPU time is not known. */
export function figureOf(slices: Slice[], by: 'wall' | 'cpu'): number {
  return median(slices.map(({ wall, cpu }) => (by === 'wall' ? wall : (cpu ?? wall))));
}

export interface Comparison {
  /** One per pair: above 1, this tree is better. */
  ratios: number[];
  ratio: number;
  /** The quartiles of the pairs' ratios: half of the pairs are between them. */
  spread: [low: number, high: number];
}

/** Uses the median of the pairs' ratios: a slowdown of both sides cancels out, and an outlier affects only one pair. */
export function compare(pairs: Pair[], better: 'higher' | 'lower'): Comparison {
  const ratios = pairs.map(({ here, there }) => (better === 'higher' ? here / there : there / here));
  return {
    ratios,
    ratio: median(ratios),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}
