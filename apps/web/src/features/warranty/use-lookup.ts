import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/api/query.ts';
import { isSame } from '../../shared/lookups/unsent-list.ts';
import { removeUnsentLookup } from '../../shared/lookups/unsent-lookups.ts';
import { invalidateVendorKeys, useUserVendors } from '../../shared/vendors/vendor-keys.ts';
import { lookUp, lookupKey } from './look-up.ts';
import { afterLookup, type LookupRequest, type Outcome } from './outcome.ts';
import { saveRecentLookup } from './recent-lookups.ts';
import type { LookupFields } from './use-lookup-fields.ts';

/** Long enough for the page to show what it has just looked up. */
const failedStaleMs = 1000;

/** The outcome for the requested device. The previous outcome stays visible until the next one has loaded. */
export function useLookup(requested: LookupFields) {
  const userVendors = useUserVendors();
  const isLookedUp = requested.modelNumber !== '';

  const lookUpAndNote = async (request: LookupRequest) => {
    const outcome = await lookUp(request);
    saveRecentLookup(outcome);
    if (!outcome.offline) removeUnsentLookup(request);
    // The lookup changed the keys' last use, and the keys may have been changed in another browser.
    if (outcome.code?.startsWith('vendor_keys_') || userVendors.includes(outcome.result.manufacturer))
      invalidateVendorKeys();
    return outcome;
  };

  const { data, isFetching, refetch } = useQuery({
    queryKey: lookupKey(requested),
    queryFn: () => lookUpAndNote(requested),
    enabled: isLookedUp,
    placeholderData: keepPreviousData,
    // Users who return to a failed lookup have often changed something, such as keys.
    staleTime: ({ state }) => (state.data?.result.error ? failedStaleMs : Number.POSITIVE_INFINITY),
  });
  const refresh = useMutation({
    mutationFn: (request: LookupFields) => lookUpAndNote({ ...request, refresh: true }),
    onSuccess: (next, request) =>
      queryClient.setQueryData<Outcome>(lookupKey(request), (before) => afterLookup(before ?? null, next)),
  });

  return {
    outcome: (isLookedUp && data) || null,
    isPending: isFetching || refresh.isPending,
    isRefreshing: refresh.isPending,
    /** For an explicit user action: calls the server even if the result is cached on this page. */
    lookUpAgain: (next: LookupFields) => {
      if (isSame(next, requested)) refetch({ cancelRefetch: false });
      // Starts before the URL names the device: a scanner may have the next one in the URL by then.
      else
        queryClient.prefetchQuery({
          queryKey: lookupKey(next),
          queryFn: () => lookUpAndNote(next),
          staleTime: 0,
        });
    },
    refresh: () => !refresh.isPending && refresh.mutate(requested),
  };
}
