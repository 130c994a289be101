// HP's warranty API: the token call and the synchronous queries. The asynchronous jobs are not simulated.
import type { Answer, Call } from '../http.ts';
import { isRejectedCredential, type TokenForm, tokenAnswer } from '../token.ts';
import { defineVendor, type VendorState } from '../vendor.ts';
import { fault } from './errors.ts';
import { CHECKS, type Faults } from './faults.ts';
import { queriesAnswer } from './queries.ts';
import { SAMPLES } from './samples.ts';

const TOKEN_PATH = '/oauth/v1/token';
const QUERIES_PATH = '/productwarranty/v2/queries';
const LIFETIME_SECONDS = 3599;

const TOKEN: TokenForm = {
  lifetimeSeconds: LIFETIME_SECONDS,
  inQuery: false,
  refuses: isRejectedCredential,
  // A string, as in the only recorded reply.
  granted: { token_type: 'Bearer', expires_in: String(LIFETIME_SECONDS), scope: 'warranty' },
  error: (status, _, text) => fault(status, text),
};

export const hp = defineVendor<Faults>({
  name: 'HP',
  samples: SAMPLES,
  checks: CHECKS,
  hasTokens: true,
  takes: (path) => path.startsWith('/oauth/v1/') || path.startsWith('/productwarranty/'),
  answer,
});

async function answer(call: Call, state: VendorState<Faults>): Promise<Answer> {
  const { path, method } = call;
  if (path !== TOKEN_PATH && path !== QUERIES_PATH) return fault(404, 'No such path');
  if (method !== 'POST') return fault(405, 'Use POST', { allow: 'POST' });
  if (path === QUERIES_PATH) return queriesAnswer(call, state);
  return tokenAnswer(call, TOKEN, state);
}
