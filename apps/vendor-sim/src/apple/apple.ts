// Apple Business Manager and Apple School Manager: the token call, the devices of the organization, and their coverage. In
// reality, tokens and devices have different hosts, and so do businesses and schools.
import { countCall } from '../counts.ts';
import { answerData } from '../data-call.ts';
import { retryHeader } from '../faults.ts';
import { type Answer, type Call, decoded } from '../http.ts';
import { hasToken } from '../token.ts';
import { defineVendor, type VendorState } from '../vendor.ts';
import { problem } from './errors.ts';
import { CHECKS, type Faults } from './faults.ts';
import { type Place, placeOf } from './paths.ts';
import { SAMPLES } from './samples.ts';
import { tokenAnswer } from './token.ts';
import { transientFailure } from './transient.ts';

const TOKEN_PATH = '/auth/oauth2/token';

export const apple = defineVendor<Faults>({
  name: 'Apple',
  samples: SAMPLES,
  checks: CHECKS,
  hasTokens: true,
  takes: (path) => path.startsWith('/auth/oauth2/') || /^\/v1\/orgDevices(?:\/|$)/.test(path),
  answer,
});

async function answer(call: Call, state: VendorState<Faults>): Promise<Answer> {
  const isToken = call.path === TOKEN_PATH;
  const place = isToken ? undefined : placeOf(decoded(call.path));
  if (!isToken && !place) return problem(404, 'There is no such path');
  const allow = isToken ? 'POST' : 'GET';
  if (call.method !== allow) return problem(405, `Use ${allow}`, { allow });
  return place ? dataAnswer(call, place, state) : tokenAnswer(call, state);
}

function dataAnswer(call: Call, place: Place, state: VendorState<Faults>): Promise<Answer> {
  countCall(state.counts, place.serial === '' ? [] : [place.serial]);
  const turn = state.counts.calls;
  return answerData({
    state,
    busy: () => state.faults.busy,
    tokens: state.tokens,
    isAuthorized: () => hasToken(call, state),
    errors: {
      unauthorized: () => problem(401, 'The token is missing, not valid or has expired'),
      forbidden: () => problem(403, 'The API account may not read this'),
      busy: () => problem(429, 'Too many requests', retryHeader(state.faults)),
      serverError: () => problem(500, 'Internal error'),
    },
    answer: () => transientFailure(turn, state.faults.transientShare) ?? place.answer({ call, state }),
  });
}
