import { describe, expect, it } from 'vitest';
import { trustOf } from './back-test.ts';

const test = (assets: number, ratio: number, surprise: number, withinOneYear = 0.95) =>
  trustOf({ assets, ratio, surprise, withinOneYear }).maxConfidence;

describe('trustOf', () => {
  it('lets a file be as sure as its evidence where its dates are hit as expected', () => {
    expect(test(200, 0.98, 0.4)).toBe('high');
    expect(test(200, 0.93, 2.5)).toBe('high');
  });

  it('is less sure where they are hit clearly less often', () => {
    expect(test(40, 0.8, 3)).toBe('medium');
    expect(test(40, 0.5, 8)).toBe('low');
  });

  it('takes one surprise among a few dates seriously', () => {
    expect(test(5, 0.8, 1)).toBe('medium');
    expect(test(40, 0.85, 1)).toBe('high');
  });

  it('is never sure where most dates are missed, even if little was promised', () => {
    expect(test(40, 0.97, 0.5, 0.6)).toBe('medium');
  });

  it('has nothing to say without dates', () => {
    expect(test(0, 1, 0, 0)).toBe('high');
    expect(test(1, 0.5, 1, 0)).toBe('high');
  });
});
