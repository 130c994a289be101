import type { UsageItem } from '@warranty/contracts/usage';
import { describe, expect, it } from 'vitest';
import { usageLevel, usageText } from './usage-level.ts';

const item = (used: number, limit: number, unit: UsageItem['unit'] = 'count'): UsageItem => ({
  ...{ id: 'rows', label: 'Rows', note: 'Deleted after 7 days.' },
  ...{ used, limit, unit },
});

describe('usageLevel', () => {
  it.each([
    ['normal', 0, 100],
    ['normal', 89, 100],
    ['high', 90, 100],
    ['high', 99, 100],
    ['full', 100, 100],
    // The limit was lowered.
    ['full', 120, 100],
    ['normal', 0, 1],
  ] as const)('is %s for %d of %d', (level, used, limit) => {
    expect(usageLevel(item(used, limit))).toBe(level);
  });
});

describe('usageText', () => {
  it('separates thousands', () => {
    expect(usageText(item(1200, 3_000_000))).toBe('1,200 of 3,000,000');
  });

  it('uses the unit that fits', () => {
    expect(usageText(item(1536 * 1024, 2 * 1024 ** 3, 'bytes'))).toBe('1.5 MB of 2 GB');
    expect(usageText(item(0, 1024 ** 2, 'bytes'))).toBe('0 bytes of 1 MB');
  });
});
