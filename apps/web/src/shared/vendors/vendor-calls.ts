import { useQuery } from '@tanstack/react-query';
import { RequestError } from '@warranty/contracts/core/client';
import { readVendorCalls, type VendorCalls } from '@warranty/contracts/warranty';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { establishSession } from '../session/session.ts';

const queryKey = ['vendor-calls'];
const minAgeMs = 60_000;

/** Below this share of the limit, users should know what is left. */
const lowShare = 0.1;

/** What is left of the daily limit, in words; null while it does not matter. */
export function vendorCallsText({ daily }: VendorCalls): string | null {
  if (!daily || daily.remaining >= daily.limit * lowShare) return null;
  if (daily.remaining === 0) return 'No vendor calls are left for today. Lookups continue at 00:00 UTC.';
  return `${formatNumber(daily.remaining)} of ${formatNumber(daily.limit)} vendor calls are left until 00:00 UTC.`;
}

/** What is left of the daily limit of vendor calls, in words; null while it does not matter. */
export function useVendorCallsText(): string | null {
  const { data } = useQuery({
    queryKey,
    queryFn: async () => {
      await establishSession();
      return call(readVendorCalls);
    },
    refetchOnMount: 'always',
  });
  return data ? vendorCallsText(data) : null;
}

/** Call after lookups. The number is read again at most once a minute, or at once if none is left. */
export function noteVendorCalls(isUsedUp = false): void {
  queryClient.invalidateQueries({
    queryKey,
    predicate: ({ state }) => isUsedUp || Date.now() - state.dataUpdatedAt > minAgeMs,
  });
}

/** Like `noteVendorCalls`, after a lookup that failed. */
export function noteFailedCall(error: unknown): void {
  noteVendorCalls(error instanceof RequestError && error.code === 'daily_limit_reached');
}
