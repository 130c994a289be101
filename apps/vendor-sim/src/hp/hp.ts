// HP's warranty API: the token call and the synchronous queries. The asynchronous jobs are not simulated.
import { BUSY_CHECKS, ROW_CHECKS } from '../faults.ts';
import { json } from '../http.ts';
import { tokenBySecret } from '../token.ts';
import { defineVendor } from '../vendor.ts';
import { fault } from './errors.ts';
import { queriesRoute } from './queries.ts';
import { SAMPLES } from './samples.ts';

export const hp = defineVendor({
  name: 'HP',
  samples: SAMPLES,
  faults: { ...BUSY_CHECKS, ...ROW_CHECKS },
  takes: (path) => path.startsWith('/oauth/v1/') || path.startsWith('/productwarranty/'),
  token: tokenBySecret('/oauth/v1/token', {
    lifetimeSeconds: 3599,
    inQuery: false,
    // A string, as in the only recorded reply.
    granted: { expires_in: '3599', scope: 'warranty' },
    error: (status, _, text) => fault(status, text),
  }),
  texts: {
    401: 'The access token is not valid',
    403: 'The key is not entitled to this service',
    404: 'No such path',
    429: 'Too many requests',
    500: 'An error has occurred.',
  },
  error: (status, text, headers) =>
    status === 500 ? json(status, { message: text }) : fault(status, text, headers),
  routeOf: (call, state) =>
    call.path === '/productwarranty/v2/queries' ? queriesRoute(call, state) : undefined,
});
