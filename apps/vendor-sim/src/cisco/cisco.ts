// Cisco's SN2INFO v2: the token call, and coverage by serial number.
import { isTimes, ROW_CHECKS } from '../faults.ts';
import { json } from '../http.ts';
import { tokenBySecret } from '../token.ts';
import { defineVendor } from '../vendor.ts';
import { coverageRoute } from './coverage.ts';
import { callError, gatewayError } from './errors.ts';
import { SAMPLES } from './samples.ts';

export const cisco = defineVendor({
  name: 'Cisco',
  samples: SAMPLES,
  faults: { ...ROW_CHECKS, overQps: isTimes },
  takes: (path) => path.startsWith('/oauth2/default/') || path.startsWith('/sn2info/'),
  token: tokenBySecret('/oauth2/default/v1/token', {
    lifetimeSeconds: 3600,
    inQuery: true,
    granted: { scope: 'customscope' },
    error: (status, problem, text) =>
      json(status, {
        errorCode: problem,
        errorSummary: text,
        errorLink: problem,
        errorId: 'sim-error-1',
        errorCauses: [],
      }),
  }),
  texts: {
    401: 'Not Authorized',
    403: 'Not Authorized',
    404: 'No such path',
    429: 'ERR_403_DEVELOPER_OVER_QPS',
    500: 'Internal error',
  },
  error(status, text, headers) {
    if (status === 429) return gatewayError(403, text);
    if (status === 401 || status === 403) return gatewayError(status, text);
    return callError(status, status === 500 ? 'API_ERROR_01' : 'API_INVALID_INPUT', text, headers);
  },
  routeOf: coverageRoute,
});
