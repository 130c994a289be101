import { lookupWarranty } from '@warranty/contracts/warranty';
import { call, isConnectionLost } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query.ts';
import {
  discardUnsentOfOthers,
  markUnsentLookupFailed,
  readUnsentLookups,
  removeUnsentLookup,
  saveUnsentLookup,
} from '../../shared/lookups/unsent-lookups.ts';
import { establishSession, renewSession } from '../../shared/session/session.ts';
import { noteFailedCall, noteVendorCalls } from '../../shared/vendors/vendor-calls.ts';
import { invalidateVendorKeys } from '../../shared/vendors/vendor-keys.ts';
import { failedOutcome, type LookupRequest, type Outcome, offlineOutcome } from './outcome.ts';
import { saveRecentLookup } from './recent-lookups.ts';
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

/**
 * Sends the lookups that were made without a connection, one after the other, if they belong to the user of the session. Returns
 * how many got a result. Stops if the connection is lost again.
 */
export async function sendUnsentLookups(onSent: (count: number) => void): Promise<number> {
  discardUnsentOfOthers((await renewSession()).owner);
  let found = 0;
  for (const [at, { modelNumber, manufacturer }] of unfailed().entries()) {
    const device = { modelNumber, manufacturer };
    const outcome = await lookUp(device);
    if (outcome.offline) break;
    if (outcome.result.error === undefined) {
      found += 1;
      removeUnsentLookup(device);
      saveRecentLookup(outcome);
    } else markUnsentLookupFailed(device);
    queryClient.setQueryData(lookupKey(device), outcome);
    onSent(at + 1);
  }
  invalidateVendorKeys();
  return found;
}

const unfailed = () => readUnsentLookups().filter(({ isFailed }) => !isFailed);
