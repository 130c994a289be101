import { useMutation } from '@tanstack/react-query';
import { lookupItems } from '@warranty/contracts/lookup-items';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { replyMessageOr } from '../../../lib/error-text.ts';
import { establishSession } from '../../../lib/session.ts';
import { noteFailedCall, noteVendorCalls } from '../../../lib/vendor-calls.ts';
import type { ListItems } from './pasted-devices.ts';

const failed = 'Bulk warranty lookup failed';

/** Looks up a list of serial numbers in one call. */
export function useListLookup() {
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: async (items: ListItems) => {
      await establishSession();
      return call(lookupItems, { body: { items } });
    },
    onSuccess: () => noteVendorCalls(),
    onError: (failure) => noteFailedCall(failure),
  });
  const reason = error && replyMessageOr(error, failed);
  return {
    results: data ?? null,
    problem: error && { title: failed, reason: reason === failed ? null : reason },
    isPending,
    run: mutate,
    reset,
    progress: useSimulatedProgress(isPending, data !== undefined),
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
