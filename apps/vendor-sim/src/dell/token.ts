// POST /auth/oauth/v2/token: client credentials as Basic, in the form body or in the query.
import { randomBytes } from 'node:crypto';
import { type Answer, json } from '../http.ts';
import type { State } from '../state.ts';
import { strikes } from './faults.ts';

const LIFETIME_SECONDS = 3600;

export interface TokenCall {
  authorization: string | undefined;
  body: string;
  query: URLSearchParams;
}

interface Credentials {
  id: string;
  secret: string;
}

function oauthError(status: number, error: string, description: string): Answer {
  return json(status, { error, error_description: description });
}

function basicCredentials(authorization: string | undefined): Credentials | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (!encoded) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

function credentialsOf(call: TokenCall, form: URLSearchParams): Credentials {
  const value = (name: string) => form.get(name) ?? call.query.get(name) ?? '';
  return basicCredentials(call.authorization) ?? { id: value('client_id'), secret: value('client_secret') };
}

function newToken({ tokens, clock }: State): Answer {
  const now = clock();
  for (const [token, endsAt] of tokens) if (endsAt <= now) tokens.delete(token);
  const token = `sim-${randomBytes(16).toString('hex')}`;
  tokens.set(token, now + LIFETIME_SECONDS * 1000);
  const answer = { access_token: token, token_type: 'Bearer', expires_in: LIFETIME_SECONDS, scope: 'oob' };
  return json(200, answer, { 'cache-control': 'no-store' });
}

export function tokenAnswer(call: TokenCall, state: State): Answer {
  if (strikes(state.faults, 'tokenHang')) return { ...json(200, null), how: 'hang' };
  if (strikes(state.faults, 'tokenErrors')) return oauthError(500, 'server_error', 'Internal error');
  const form = new URLSearchParams(call.body);
  const grant = form.get('grant_type') ?? call.query.get('grant_type');
  if (!grant) return oauthError(400, 'invalid_request', 'Missing or duplicate parameters: grant_type');
  if (grant !== 'client_credentials') {
    return oauthError(400, 'unsupported_grant_type', 'The grant type is not supported');
  }
  const { id, secret } = credentialsOf(call, form);
  if (!id || !secret) return oauthError(400, 'invalid_request', 'Missing client credentials');
  if (state.faults.refuseKeys || secret.includes('bad')) {
    return oauthError(401, 'invalid_client', 'The given client credentials were not valid');
  }
  return newToken(state);
}

/** Whether a data call brings a token that still holds. */
export function isAuthorized(authorization: string | undefined, { tokens, clock }: State): boolean {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  const endsAt = token === undefined ? undefined : tokens.get(token);
  return endsAt !== undefined && clock() < endsAt;
}
