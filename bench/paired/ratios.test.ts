import { describe, expect, it } from 'vitest';
import { quantile } from '../measurement.ts';
import { compare } from './ratios.ts';

/** Pairs on a machine that scatters by 20 %: what hits a pair hits both, and two pairs were hit on one side alone. */
const machine = [1, 0.82, 0.95, 1.04, 0.8, 0.91, 0.99];
const hit = { 2: 0.7, 4: 1.3 } as Record<number, number>;
const pairsAt = (speed: number) =>
  machine.map((luck, at) => ({ here: 10_000 * speed * luck * (hit[at] ?? 1), there: 10_000 * luck }));

describe('compare', () => {
  it('says 1 for two that are the same, however the machine scatters', () => {
    const { ratio, spread } = compare(pairsAt(1), 'higher');
    expect(ratio).toBeCloseTo(1, 5);
    expect(spread[0]).toBeCloseTo(1, 5);
    expect(spread[1]).toBeCloseTo(1, 5);
  });

  it('finds a slowdown of 15 % that is smaller than the scatter', () => {
    const { ratio, spread } = compare(pairsAt(0.85), 'higher');
    expect(ratio).toBeCloseTo(0.85, 5);
    expect(spread[1]).toBeLessThan(0.95);
  });

  it('is below 1 as well where less is better and there is more', () => {
    const slower = pairsAt(1).map(({ here, there }) => ({ here: here / 0.85, there }));
    expect(compare(slower, 'lower').ratio).toBeCloseTo(0.85, 5);
  });

  it('names the quartiles of the pairs as their spread', () => {
    const pairs = [0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2].map((here) => ({ here, there: 1 }));
    const { ratio, ratios, spread } = compare(pairs, 'higher');
    expect(ratio).toBe(1);
    expect(ratios).toHaveLength(7);
    expect(spread[0]).toBeCloseTo(0.925, 5);
    expect(spread[1]).toBeCloseTo(1.075, 5);
  });
});

describe('quantile', () => {
  it.each([
    [[3], 0.25, 3],
    [[4, 1], 0.5, 2.5],
    [[1, 2, 3, 4], 0.5, 2.5],
    [[5, 1, 3], 0.5, 3],
    [[1, 2, 3, 4, 5], 0.75, 4],
  ])('of %j at %d is %d', (values, part, expected) => {
    expect(quantile(values, part)).toBe(expected);
  });
});
