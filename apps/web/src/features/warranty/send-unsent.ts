import { queryClient } from '../../lib/api/query.ts';
import {
  discardUnsentOfOthers,
  markUnsentLookupFailed,
  readUnsentLookups,
  removeUnsentLookup,
} from '../../shared/lookups/unsent-lookups.ts';
import { renewSession } from '../../shared/session/session.ts';
import { invalidateVendorKeys } from '../../shared/vendors/vendor-keys.ts';
import { lookUp, lookupKey } from './look-up.ts';
import { saveRecentLookup } from './recent-lookups.ts';

/**
 * Sends the lookups that were made without a connection, one after the other, if they belong to the user of the session. Returns
 * how many got a result. Stops if the connection is lost again.
 */
export async function sendUnsentLookups(onSent: (count: number) => void): Promise<number> {
  discardUnsentOfOthers(await renewSession());
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
