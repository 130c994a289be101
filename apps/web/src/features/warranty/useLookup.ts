import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query.ts';
import { establishSession } from '../../lib/session.ts';
import { noteFailedCall, noteVendorCalls } from '../../lib/vendor-calls.ts';
import { invalidateVendorKeys, useUserVendors } from '../../lib/vendor-keys.ts';
import { afterLookup, failedOutcome, type LookupRequest, type Outcome } from './outcome.ts';
import { saveRecentLookup } from './recent-lookups.ts';
import { isSameLookup, type LookupFields } from './useLookupFields.ts';

/** Never rejects: an error is shown as a result. */
async function lookUp(request: LookupRequest): Promise<Outcome> {
  const { modelNumber, manufacturer, refresh } = request;
  try {
    await establishSession();
    const result = await call(lookupWarranty, {
      body: { modelNumber, ...(manufacturer && { manufacturer }), ...(refresh && { refresh }) },
    });
    noteVendorCalls();
    return { request, result, manufacturerBasis: 'known' };
  } catch (error) {
    noteFailedCall(error);
    return failedOutcome(request, error);
  }
}

/** Long enough for the page to show what it has just looked up. */
const failedStaleMs = 1000;

const keyOf = ({ modelNumber, manufacturer }: LookupFields) => ['lookup', modelNumber, manufacturer];

/** The outcome for the requested device. The previous outcome stays visible until the next one has loaded. */
export function useLookup(asked: LookupFields) {
  const userVendors = useUserVendors();
  const isLookedUp = asked.modelNumber !== '';

  const lookUpAndNote = async (request: LookupRequest) => {
    const outcome = await lookUp(request);
    saveRecentLookup(outcome);
    // The lookup changed the keys' last use, and the keys may have been changed in another browser.
    if (outcome.code?.startsWith('vendor_keys_') || userVendors.includes(outcome.result.manufacturer))
      invalidateVendorKeys();
    return outcome;
  };

  const { data, isFetching, refetch } = useQuery({
    queryKey: keyOf(asked),
    queryFn: () => lookUpAndNote(asked),
    enabled: isLookedUp,
    placeholderData: keepPreviousData,
    // Users who return to a failed lookup have often changed something, such as keys.
    staleTime: ({ state }) => (state.data?.result.error ? failedStaleMs : Number.POSITIVE_INFINITY),
  });
  const refresh = useMutation({
    mutationFn: (request: LookupFields) => lookUpAndNote({ ...request, refresh: true }),
    onSuccess: (next, request) =>
      queryClient.setQueryData<Outcome>(keyOf(request), (before) => afterLookup(before ?? null, next)),
  });

  return {
    outcome: (isLookedUp && data) || null,
    isPending: isFetching || refresh.isPending,
    isRefreshing: refresh.isPending,
    /** For an explicit user action: calls the server even if the result is cached on this page. */
    lookUpAgain: (next: LookupFields) => {
      if (isSameLookup(next, asked)) refetch({ cancelRefetch: false });
      // Starts before the URL names the device: a scanner may have the next one in the URL by then.
      else
        queryClient.prefetchQuery({
          queryKey: keyOf(next),
          queryFn: () => lookUpAndNote(next),
          staleTime: 0,
        });
    },
    refresh: () => !refresh.isPending && refresh.mutate(asked),
  };
}
