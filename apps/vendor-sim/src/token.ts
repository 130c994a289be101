// The client credentials grant: the same steps for every vendor with tokens, each with its own error texts. Most clients
// have a secret; Apple's sign an assertion.
import { randomBytes } from 'node:crypto';
import { simulateLatency } from './data-call.ts';
import { consumeFault, type Faults } from './faults.ts';
import { type Answer, type Call, HANGING, json } from './http.ts';

interface Credentials {
  id: string;
  secret: string;
}

export type Problem =
  | 'invalid_request'
  | 'unsupported_grant_type'
  | 'invalid_client'
  | 'invalid_scope'
  | 'server_error';

interface Granting {
  lifetimeSeconds: number;
  /** Additional fields of the token reply. */
  granted: Record<string, unknown>;
  error(status: number, problem: Problem, text: string): Answer;
}

export interface TokenForm extends Granting {
  /** Whether grant and credentials are also accepted in the query; Basic and the form body always are. */
  inQuery: boolean;
  /** By default, both an ID and a secret that contain `bad` are rejected. */
  refuses?(credentials: Credentials): boolean;
}

export interface TokenState {
  faults: Faults;
  counts: { tokenCalls?: number };
  /** Tokens with their expiry on the simulator's clock. */
  readonly tokens: Map<string, number>;
  clock(): number;
}

function basicCredentials(authorization: string | undefined): Credentials | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

const isRejectedCredential = ({ id, secret }: Credentials) => id.includes('bad') || secret.includes('bad');

function tokenAnswer(call: Call, form: TokenForm, state: TokenState): Promise<Answer> {
  const { headers, body, query } = call;
  const { refuses = isRejectedCredential } = form;
  const fields = new URLSearchParams(body);
  const field = (name: string) => fields.get(name) ?? (form.inQuery ? query.get(name) : null) ?? '';
  const credentials = basicCredentials(headers.authorization) ?? {
    id: field('client_id'),
    secret: field('client_secret'),
  };
  return answerToken({
    ...form,
    state,
    grant: field('grant_type'),
    refusal() {
      if (!credentials.id || !credentials.secret) {
        return form.error(400, 'invalid_request', 'Missing client credentials');
      }
      return state.faults.refuseKeys || refuses(credentials)
        ? form.error(401, 'invalid_client', 'The given client credentials were not valid')
        : undefined;
    },
  });
}

/** The token call of a vendor whose clients have a secret. */
export function tokenBySecret(path: string, form: TokenForm) {
  return { path, answer: (call: Call, state: TokenState) => tokenAnswer(call, form, state) };
}

interface TokenCall extends Granting {
  state: TokenState;
  grant: string;
  /** The reply to a client that gets no token. */
  refusal(): Answer | undefined;
}

/** Handles a token call with its faults in a fixed order, the same for every vendor. */
export async function answerToken(call: TokenCall): Promise<Answer> {
  const { state, grant, error } = call;
  state.counts.tokenCalls = (state.counts.tokenCalls ?? 0) + 1;
  await simulateLatency(state.faults);
  if (consumeFault(state.faults.tokenHang)) return HANGING;
  if (consumeFault(state.faults.tokenErrors)) return error(500, 'server_error', 'Internal error');
  if (!grant) return error(400, 'invalid_request', 'Missing or duplicate parameters: grant_type');
  if (grant !== 'client_credentials') {
    return error(400, 'unsupported_grant_type', 'The grant type is not supported');
  }
  return call.refusal() ?? grantAnswer(call);
}

function grantAnswer({ lifetimeSeconds, granted, state }: TokenCall): Answer {
  const access = { access_token: newToken(lifetimeSeconds, state), token_type: 'Bearer' };
  return json(200, { ...access, expires_in: lifetimeSeconds, ...granted }, { 'cache-control': 'no-store' });
}

function newToken(lifetimeSeconds: number, { tokens, clock }: TokenState): string {
  const now = clock();
  for (const [token, endsAt] of tokens) if (endsAt <= now) tokens.delete(token);
  const token = `sim-${randomBytes(16).toString('hex')}`;
  tokens.set(token, now + lifetimeSeconds * 1000);
  return token;
}

/** Returns the token after `Bearer`. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
}

export function tokenIsValid({ headers }: Call, { tokens, clock }: TokenState): boolean {
  const endsAt = tokens.get(bearerOf(headers.authorization) ?? '');
  return endsAt !== undefined && clock() < endsAt;
}
