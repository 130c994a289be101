import type { OperationAuth, OperationProblem } from '@warranty/contracts/api-tester';
import { defaultTimeouts } from '@warranty/contracts/vendors/vendor';
import { headerProblem } from './headers.ts';
import { problem } from './problems.ts';

export interface TokenRequest {
  method: 'POST';
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
}

/** What the chosen authentication adds to a request. */
export interface AppliedAuth {
  headers: Record<string, string>;
  query: [name: string, value: string] | null;
  /** Must be sent first; its access token is then added to the request (`withAccessToken`). */
  tokenRequest: TokenRequest | null;
  problems: OperationProblem[];
}

export const defaultHeaderName = 'X-API-Key';
export const defaultQueryParam = 'api_key';

const nothing: AppliedAuth = { headers: {}, query: null, tokenRequest: null, problems: [] };
const refused = (path: string, message: string): AppliedAuth => ({
  ...nothing,
  problems: [problem(`auth.${path}`, message)],
});

/** Without a key, nothing is added: the vendor's requirements decide whether one is needed. */
export function applyAuth(
  auth: OperationAuth,
  tokenUrl: string | null,
  tokenMs: number = defaultTimeouts.tokenMs,
): AppliedAuth {
  const key = auth.key?.trim() ?? '';
  switch (auth.type) {
    case 'none':
      return nothing;
    case 'bearer':
      return inHeader('authorization', key && bearer(key), 'key');
    case 'header':
      return inHeader(auth.headerName?.trim() || defaultHeaderName, key, 'key');
    case 'query':
      return inQuery(auth.queryParam?.trim() || defaultQueryParam, key);
    case 'api_key':
      return asApiKey(auth, key);
    case 'oauth2':
      return withClientKeys(auth, tokenUrl, tokenMs);
  }
}

function inHeader(name: string, value: string, path: string): AppliedAuth {
  if (value === '') return nothing;
  const found = headerProblem(name, value);
  if (found) return refused(found.in === 'key' ? 'headerName' : path, found.message);
  return { ...nothing, headers: { [name.toLowerCase()]: value } };
}

function inQuery(name: string, key: string): AppliedAuth {
  if (key === '') return nothing;
  if (!key.isWellFormed() || !name.isWellFormed())
    return refused('key', 'The key contains a character that is not allowed in a URL');
  return { ...nothing, query: [name, key] };
}

/** Sent in a header unless only a query parameter is named; in `Authorization` it is a bearer token. */
function asApiKey({ headerName, queryParam }: OperationAuth, key: string): AppliedAuth {
  const [header, query] = [headerName?.trim() ?? '', queryParam?.trim() ?? ''];
  if (header === '' && query !== '') return inQuery(query, key);
  const name = header || defaultHeaderName;
  return inHeader(name, name.toLowerCase() === 'authorization' ? key && bearer(key) : key, 'key');
}

/** A client ID and secret are exchanged for a token; a single value is the access token itself. */
function withClientKeys(
  { key, clientId, clientSecret }: OperationAuth,
  tokenUrl: string | null,
  tokenMs: number,
) {
  const typed = [key, clientId, clientSecret].map((value) => value?.trim() ?? '');
  const [token = '', id = '', secret = ''] = typed;
  if (id === '' || secret === '') return inHeader('authorization', bearer(token || id || secret), 'key');
  if (tokenUrl === null)
    return refused('clientId', 'A custom URL takes an access token. Enter it in place of the client ID.');
  const proof = { client_id: id, client_secret: secret };
  return { ...nothing, tokenRequest: tokenRequestOf(tokenUrl, proof, tokenMs) };
}

/** `proof` proves who the client is, usually with a secret. */
export function tokenRequestOf(
  url: string,
  proof: Readonly<Record<string, string>>,
  timeoutMs: number,
): TokenRequest {
  const form = { grant_type: 'client_credentials', ...proof };
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
    timeoutMs,
  };
}

/** Does not repeat the prefix if the key was copied together with it. */
const bearer = (key: string) => (key === '' ? '' : `Bearer ${key.replace(/^bearer\s+/i, '')}`);

/** The access token in a reply to a token request, or null. */
export function readAccessToken(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null || !('access_token' in reply)) return null;
  const { access_token: token } = reply;
  return typeof token === 'string' && token !== '' && headerProblem('x', token) === null ? token : null;
}
