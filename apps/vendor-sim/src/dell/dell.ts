// Dell's warranty API: the token call, and the four data calls.
import type { VendorCounts } from '../counts.ts';
import { BUSY_CHECKS, isFlag, isOneOf, isSome } from '../faults.ts';
import { json } from '../http.ts';
import { tokenBySecret } from '../token.ts';
import { defineVendor } from '../vendor.ts';
import { ENDPOINTS, endpointOf, routeOf } from './assets.ts';
import { problem } from './problem.ts';
import { SAMPLES } from './samples.ts';

export const dell = defineVendor({
  name: 'Dell',
  samples: SAMPLES,
  faults: {
    ...BUSY_CHECKS,
    missingTags: isSome,
    malformedTags: isSome,
    duplicateRows: isFlag,
    drift: isOneOf('dateFormat', 'missingField', 'arrayBecomesObject', 'renamedField'),
  },
  takes: () => true,
  token: tokenBySecret('/auth/oauth/v2/token', {
    lifetimeSeconds: 3600,
    inQuery: true,
    refuses: ({ secret }) => secret.includes('bad'),
    granted: { scope: 'oob' },
    error: (status, error, text) => json(status, { error, error_description: text }),
  }),
  texts: {
    401: 'Access token is invalid or expired',
    403: 'The key is not entitled to this call',
    404: 'No such path',
    429: 'Quota exceeded',
    500: 'Internal error',
  },
  error: (status, text, headers, { path }) => problem(status, text, endpointOf(path) ?? path, headers),
  routeOf,
});

/** The format of Dell's counts, which are older than those of the other vendors. */
export function dellCounts({ tokenCalls, serialsAsked, startedAt, ...counts }: VendorCounts) {
  const none = Object.fromEntries(Object.values(ENDPOINTS).map(({ name }) => [name, 0]));
  return {
    tokenCalls,
    calls: { ...none, ...counts.callsByRoute },
    tagsAsked: serialsAsked,
    startedAt,
    callsByTag: counts.callsBySerial,
  };
}
