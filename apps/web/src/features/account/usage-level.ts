import type { UsageItem } from '@warranty/contracts/usage';
import { formatBytes } from '../../lib/format/format-bytes.ts';
import { formatNumber } from '../../lib/format/format-number.ts';

/** From this share of a limit on, the user is warned. */
const highShare = 0.9;

export type UsageLevel = 'normal' | 'high' | 'full';

export function usageLevel({ used, limit }: UsageItem): UsageLevel {
  if (used >= limit) return 'full';
  return used >= limit * highShare ? 'high' : 'normal';
}

/** "1,200 of 3,000", "1.5 MB of 2 GB". */
export function usageText({ used, limit, unit }: UsageItem): string {
  const format = unit === 'bytes' ? formatBytes : formatNumber;
  return `${format(used)} of ${format(limit)}`;
}
