import { lookupWarranty } from '@warranty/contracts/warranty';
import { call, isConnectionLost } from '../../lib/api/api.ts';
import { saveUnsentLookup } from '../../shared/lookups/unsent-lookups.ts';
import { establishSession } from '../../shared/session/session.ts';
import { noteFailedCall, noteVendorCalls } from '../../shared/vendors/vendor-calls.ts';
import { failedOutcome, type LookupRequest, type Outcome, offlineOutcome } from './outcome.ts';
import type { LookupFields } from './use-lookup-fields.ts';

/** Never rejects: an error is shown as a result. Without a connection, the lookup is saved to be sent later. */
export async function lookUp(request: LookupRequest): Promise<Outcome> {
  const { modelNumber, manufacturer, refresh } = request;
  try {
    await establishSession();
    const result = await call(lookupWarranty, {
      body: { modelNumber, ...(manufacturer && { manufacturer }), ...(refresh && { refresh }) },
    });
    noteVendorCalls();
    return { request, result, manufacturerBasis: 'known' };
  } catch (error) {
    if (await isConnectionLost(error))
      return offlineOutcome(request, !refresh && saveUnsentLookup(request) ? 'saved' : 'not saved');
    noteFailedCall(error);
    return failedOutcome(request, error);
  }
}

/** The key of its result on this page. */
export const lookupKey = ({ modelNumber, manufacturer }: LookupFields) => [
  'lookup',
  modelNumber,
  manufacturer,
];
