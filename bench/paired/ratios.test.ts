import { describe, expect, it } from 'vitest';
import { quantile } from '../measurement.ts';
import { compare } from './ratios.ts';

/**
 * Pairs on a machine that varies by 20 %: a slowdown affects both sides of a pair, except for two pairs with an outlier on
 * one side.
 */
const machine = [1, 0.82, 0.95, 1.04, 0.8, 0.91, 0.99];
const hit = { 2: 0.7, 4: 1.3 } as Record<number, number>;
const pairsAt = (speed: number) =>
  machine.map((luck, index) => ({ here: 10_000 * speed * luck * (hit[index] ?? 1), there: 10_000 * luck }));

describe('compare', () => {
  it('returns 1 for two equal sides, however the machine varies', () => {
    const { ratio, spread } = compare(pairsAt(1), 'higher');
    expect(ratio).toBeCloseTo(1, 5);
    expect(spread[0]).toBeCloseTo(1, 5);
    expect(spread[1]).toBeCloseTo(1, 5);
  });

  it('finds a slowdown of 15 % that is smaller than the variation', () => {
    const { ratio, spread } = compare(pairsAt(0.85), 'higher');
    expect(ratio).toBeCloseTo(0.85, 5);
    expect(spread[1]).toBeLessThan(0.95);
  });

  it('returns less than 1 for a higher figure if lower is better', () => {
    const slower = pairsAt(1).map(({ here, there }) => ({ here: here / 0.85, there }));
    expect(compare(slower, 'lower').ratio).toBeCloseTo(0.85, 5);
  });

  it('returns the quartiles of the pairs as their spread', () => {
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
