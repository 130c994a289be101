// POST /auth/oauth2/token, on account.apple.com in reality. An error is only a name, the same for every fault of the client.
import { consumeFault } from '../faults.ts';
import { type Answer, type Call, json } from '../http.ts';
import { answerToken, type Problem } from '../token.ts';
import type { VendorState } from '../vendor.ts';
import { isValidAssertion } from './assertion.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const SCOPES = ['business.api', 'school.api'];
const CLIENT_ID = /^(?:BUSINESS|SCHOOL)API\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

type Field = (name: string) => string;

export function tokenAnswer({ body }: Call, state: VendorState): Promise<Answer> {
  const fields = new URLSearchParams(body);
  const field: Field = (name) => fields.get(name) ?? '';
  return answerToken({
    state,
    grant: field('grant_type'),
    lifetimeSeconds: 3600,
    granted: { scope: field('scope') },
    error,
    refusal() {
      const refused = refusedBecause(field, state);
      return refused ? error(400, refused) : undefined;
    },
  });
}

function error(status: number, problem: Problem): Answer {
  return json(status, { error: problem });
}

function refusedBecause(field: Field, state: VendorState): Problem | undefined {
  const [clientId, assertion, scope] = [field('client_id'), field('client_assertion'), field('scope')];
  if (!clientId || !assertion || field('client_assertion_type') !== ASSERTION_TYPE) return 'invalid_request';
  if (!SCOPES.includes(scope)) return 'invalid_scope';
  if (state.faults.refuseKeys || consumeFault(state.faults.expiredAssertion)) return 'invalid_client';
  if (!CLIENT_ID.test(clientId) || !isValidAssertion(assertion, clientId, state.clock()))
    return 'invalid_client';
  return clientId.startsWith(scope.slice(0, -'.api'.length).toUpperCase()) ? undefined : 'invalid_scope';
}
