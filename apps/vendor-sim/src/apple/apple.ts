// Apple Business Manager and Apple School Manager: the token call, the devices of the organization, and their coverage. In
// reality, tokens and devices have different hosts, and so do businesses and schools.
import { BUSY_CHECKS, isTimes, ROW_CHECKS } from '../faults.ts';
import { type Call, decoded } from '../http.ts';
import { defineVendor, type Route, type VendorState } from '../vendor.ts';
import { problem } from './errors.ts';
import { placeOf } from './paths.ts';
import { SAMPLES } from './samples.ts';
import { tokenAnswer } from './token.ts';
import { transientFailure } from './transient.ts';

export const apple = defineVendor({
  name: 'Apple',
  samples: SAMPLES,
  faults: {
    ...BUSY_CHECKS,
    ...ROW_CHECKS,
    expiredAssertion: isTimes,
    transientShare: (value) => typeof value === 'number' && value > 0 && value <= 1,
  },
  takes: (path) => path.startsWith('/auth/oauth2/') || /^\/v1\/orgDevices(?:\/|$)/.test(path),
  token: { path: '/auth/oauth2/token', answer: tokenAnswer },
  texts: {
    401: 'The token is missing, not valid or has expired',
    403: 'The API account may not read this',
    404: 'There is no such path',
    429: 'Too many requests',
    500: 'Internal error',
  },
  error: problem,
  routeOf,
});

function routeOf(call: Call, state: VendorState): Route | undefined {
  const place = placeOf(decoded(call.path));
  return (
    place && {
      allow: 'GET',
      serials: () => (place.serial === '' ? [] : [place.serial]),
      answer: (turn) => transientFailure(turn, state.faults.transientShare) ?? place.answer({ call, state }),
    }
  );
}
