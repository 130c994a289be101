import type { VendorCalls } from '@warranty/contracts/warranty';
import { formatNumber } from '../../lib/format/format-number.ts';

/** Below this share of the limit, users should know what is left. */
const lowShare = 0.1;

/** What is left of the daily limit, in words; null while it does not matter. */
export function vendorCallsText({ daily }: VendorCalls): string | null {
  if (!daily || daily.remaining >= daily.limit * lowShare) return null;
  if (daily.remaining === 0) return 'No vendor calls are left for today. Lookups continue at 00:00 UTC.';
  return `${formatNumber(daily.remaining)} of ${formatNumber(daily.limit)} vendor calls are left until 00:00 UTC.`;
}
