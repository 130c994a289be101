import { describe, expect, it } from 'vitest';
import { createRecentUse } from './recent-use.ts';

const second = 1000;

describe('createRecentUse', () => {
  it('tells what part of the whole someone has used', () => {
    let now = 0;
    const uses = createRecentUse(() => now);
    uses.change('greedy', 3);
    uses.change('honest', 1);
    now += second;
    expect(uses.partOf('greedy')).toBeCloseTo(3 / 4);
    expect(uses.partOf('honest')).toBeCloseTo(1 / 4);
    expect(uses.partOf('unknown')).toBe(0);
  });

  it('puts those who have used less first, whatever they hold at the moment', () => {
    let now = 0;
    const uses = createRecentUse(() => now);
    uses.change('greedy', 2);
    now += 5 * second;
    uses.change('greedy', -2);
    uses.change('honest', 4);
    now += 0.1 * second;
    expect(uses.compare('honest', 'greedy')).toBeLessThan(0);
    expect(uses.compare('new', 'honest')).toBeLessThan(0);
  });

  it('forgets what was used long ago', () => {
    let now = 0;
    const uses = createRecentUse(() => now);
    uses.change('once greedy', 8);
    now += 5 * second;
    uses.change('once greedy', -8);
    now += 60 * second;
    uses.change('other', 1);
    now += second;
    expect(uses.compare('once greedy', 'other')).toBeLessThan(0);
  });
});
