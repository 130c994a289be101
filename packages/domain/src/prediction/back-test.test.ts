import { describe, expect, it } from 'vitest';
import { trustOf } from './back-test.ts';

const test = (assets: number, ratio: number, surprise: number, withinOneYear = 0.95) =>
  trustOf({ assets, ratio, surprise, withinOneYear }).maxConfidence;

describe('trustOf', () => {
  it('allows full confidence if the dates are hit as often as expected', () => {
    expect(test(200, 0.98, 0.4)).toBe('high');
    expect(test(200, 0.93, 2.5)).toBe('high');
  });

  it('lowers the confidence if they are hit clearly less often', () => {
    expect(test(40, 0.8, 3)).toBe('medium');
    expect(test(40, 0.5, 8)).toBe('low');
  });

  it('takes a single miss among few dates seriously', () => {
    expect(test(5, 0.8, 1)).toBe('medium');
    expect(test(40, 0.85, 1)).toBe('high');
  });

  it('never allows high confidence if many dates are missed, even if little was expected', () => {
    expect(test(40, 0.97, 0.5, 0.6)).toBe('medium');
  });

  it('sets no limit without dates', () => {
    expect(test(0, 1, 0, 0)).toBe('high');
    expect(test(1, 0.5, 1, 0)).toBe('high');
  });
});
