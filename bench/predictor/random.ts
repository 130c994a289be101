import { seededRandom } from '../../harness/random.ts';

/** A deterministic generator: the same seed gives the same numbers on every platform. */
export interface Random {
  next(): number;
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  exponential(mean: number): number;
  normal(sd: number): number;
}

export function createRandom(seed: number): Random {
  const next = seededRandom(seed || 1);
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    weighted(list) {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of list) {
        left -= weight;
        if (left < 0) return value;
      }
      return list[list.length - 1]?.[0] as (typeof list)[number][0];
    },
    exponential: (mean) => -mean * Math.log(1 - next()),
    normal: (sd) => sd * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
