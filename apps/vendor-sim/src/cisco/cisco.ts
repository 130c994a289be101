// Cisco's SN2INFO v2: the token call, and coverage by serial number.
import { type Answer, type Call, json } from '../http.ts';
import { isRejectedCredential, type TokenForm, tokenAnswer } from '../token.ts';
import { defineVendor, type VendorState } from '../vendor.ts';
import { coverageAnswer, type Operation } from './coverage.ts';
import { callError } from './errors.ts';
import { CHECKS, type Faults } from './faults.ts';
import { SAMPLES } from './samples.ts';

const TOKEN_PATH = '/oauth2/default/v1/token';
const COVERAGE_PATH = /^\/sn2info\/v2\/coverage\/(summary|status)\/serial_numbers\/([^/]*)$/;
const LIFETIME_SECONDS = 3600;

const TOKEN: TokenForm = {
  lifetimeSeconds: LIFETIME_SECONDS,
  inQuery: true,
  refuses: isRejectedCredential,
  granted: { token_type: 'Bearer', expires_in: LIFETIME_SECONDS, scope: 'customscope' },
  error: (status, problem, text) =>
    json(status, {
      errorCode: problem,
      errorSummary: text,
      errorLink: problem,
      errorId: 'sim-error-1',
      errorCauses: [],
    }),
};

export const cisco = defineVendor<Faults>({
  name: 'Cisco',
  samples: SAMPLES,
  checks: CHECKS,
  hasTokens: true,
  takes: (path) => path.startsWith('/oauth2/default/') || path.startsWith('/sn2info/'),
  answer,
});

async function answer(call: Call, state: VendorState<Faults>): Promise<Answer> {
  const { path, method } = call;
  const isToken = path === TOKEN_PATH;
  const [, operation, list = ''] = COVERAGE_PATH.exec(path) ?? [];
  if (!isToken && operation === undefined) return callError(404, 'API_INVALID_INPUT', 'No such path');
  const allow = isToken ? 'POST' : 'GET';
  if (method !== allow) return callError(405, 'API_INVALID_INPUT', `Use ${allow}`, { allow });
  return isToken
    ? tokenAnswer(call, TOKEN, state)
    : coverageAnswer(call, operation as Operation, list, state);
}
