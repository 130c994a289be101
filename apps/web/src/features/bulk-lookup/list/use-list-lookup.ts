import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '@warranty/contracts/core/endpoint';
import { lookupItems } from '@warranty/contracts/lookup-items';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { replyMessageOr } from '../../../lib/api/error-text.ts';
import { establishSession } from '../../../shared/session/session.ts';
import { noteFailedCall, noteVendorCalls } from '../../../shared/vendors/vendor-calls.ts';
import type { ListItems } from './pasted-devices.ts';
import { saveRecentList } from './recent-lists.ts';

const failed = 'Bulk warranty lookup failed';

type ListVendors = NonNullable<CallInput<typeof lookupItems>['body']['vendors']>;

/** Looks up a list of serial numbers in one call. */
export function useListLookup() {
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: async (body: CallInput<typeof lookupItems>['body']) => {
      await establishSession();
      return call(lookupItems, { body });
    },
    onSuccess: (_, { items, cachedOnly }) => {
      if (cachedOnly) return;
      noteVendorCalls();
      saveRecentList(items);
    },
    onError: (failure) => noteFailedCall(failure),
  });
  const reason = error && replyMessageOr(error, failed);
  const isCached = variables?.cachedOnly ?? false;
  return {
    results: data ?? null,
    /** The results are the last known ones of an earlier list. */
    isCached,
    problem: error && { title: failed, reason: reason === failed ? null : reason },
    isPending,
    /** The other vendors are besides Dell. */
    lookUp: (items: ListItems, otherVendors: ListVendors) =>
      mutate({ items, ...(otherVendors.length > 0 && { vendors: ['Dell', ...otherVendors] }) }),
    /** Shows the last known results without calling a vendor. */
    reopen: (items: ListItems) => mutate({ items, cachedOnly: true }),
    progress: useSimulatedProgress(isPending && !isCached, data !== undefined),
  };
}

const step = 10;
const every = 500;
const maxSimulatedPercent = 95;

/** A single call reports no progress, so the bar is simulated: ten percent every half second, up to 95, then 100. */
function useSimulatedProgress(isPending: boolean, isDone: boolean): number {
  const [value, setValue] = useState(0);
  useEffect(() => {
    if (!isPending) return;
    setValue(0);
    const timer = setInterval(() => setValue((now) => Math.min(now + step, maxSimulatedPercent)), every);
    return () => clearInterval(timer);
  }, [isPending]);
  return isDone && !isPending ? 100 : value;
}
