import { median, quantile, type Slice } from '../measurement.ts';

export interface Pair {
  /** Of the tree at hand. */
  here: number;
  /** Of the commit it is compared with. */
  there: number;
}

/** What stands for the slices of one side of a pair; by the clock where the processor's time is not known. */
export function figureOf(slices: Slice[], by: 'wall' | 'cpu'): number {
  return median(slices.map(({ wall, cpu }) => (by === 'wall' ? wall : (cpu ?? wall))));
}

export interface Comparison {
  /** Per pair: above 1 the tree at hand is the better one. */
  ratios: number[];
  ratio: number;
  /** The quartiles of the pairs' ratios: half of the pairs lie between them. */
  spread: [low: number, high: number];
}

/** The median of the pairs' ratios: what slows down both of a pair cancels, and a pair that was hit is only one. */
export function compare(pairs: Pair[], better: 'higher' | 'lower'): Comparison {
  const ratios = pairs.map(({ here, there }) => (better === 'higher' ? here / there : there / here));
  return {
    ratios,
    ratio: median(ratios),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}
