import { useMutation } from '@tanstack/react-query';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { establishSession } from '../../lib/session.ts';
import { rereadVendorKeys, useUserVendors } from '../../lib/vendor-keys.ts';
import { afterLookup, failedOutcome, type LookupRequest, type Outcome } from './outcome.ts';
import { rememberLookup } from './recent-lookups.ts';

/** Never fails: an error is shown as a result. */
async function lookUp(request: LookupRequest): Promise<Outcome> {
  const { modelNumber, manufacturer, refresh } = request;
  try {
    await establishSession();
    const result = await call(lookupWarranty, {
      body: { modelNumber, ...(manufacturer && { manufacturer }), ...(refresh && { refresh }) },
    });
    return { request, result, makerAssumed: false };
  } catch (error) {
    return failedOutcome(request, error);
  }
}

/** One lookup at a time. The last outcome stays until the next one is there. */
export function useLookup() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const userVendors = useUserVendors();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: lookUp,
    onSuccess: (next) => {
      rememberLookup(next);
      setOutcome((before) => afterLookup(before, next));
      // Their last use is told on their own page, and they may have been changed in another browser.
      if (next.code?.startsWith('vendor_keys_') || userVendors.includes(next.result.manufacturer))
        rereadVendorKeys();
    },
  });
  return {
    outcome,
    isPending,
    isRefreshing: isPending && variables?.refresh === true,
    run: (request: LookupRequest) => {
      if (!isPending) mutate(request);
    },
  };
}
