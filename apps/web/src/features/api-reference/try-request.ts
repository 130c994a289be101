import {
  isJson,
  type ParameterValues,
  parameterErrors,
  requestPath,
} from '../../lib/api/endpoint-request.ts';
import { organizationHeaders } from '../../lib/browser/organization.ts';
import type { Entry } from './entries.ts';

export interface TryValues {
  parameters: ParameterValues;
  body: string;
  token: string;
}

/** Messages for what cannot be sent as it is. */
export interface TryProblems {
  parameters: Record<string, string>;
  body?: string;
  token?: string;
}

/** Why an endpoint cannot be called from this page; null if it can. */
export function whyNotTried({ method, operation }: Entry): string | null {
  if (operation['x-access'] === 'agent') return 'This endpoint takes the secret of an agent.';
  if (operation.requestBody && !jsonBodyOf({ operation }))
    return 'This endpoint takes a file. Use the example above.';
  if (method !== 'GET' && method !== 'POST')
    return 'Only GET and POST requests can be sent from this page. Use the example above.';
  return null;
}

export const jsonBodyOf = ({ operation }: Pick<Entry, 'operation'>) =>
  operation.requestBody?.content['application/json'];

export const takesToken = ({ operation }: Entry): boolean => operation['x-access'].endsWith('bearer');

/** Null if everything can be sent. */
export function findProblems(entry: Entry, values: TryValues): TryProblems | null {
  const parameters = parameterErrors(entry.operation.parameters, values.parameters);
  const hasBadBody = jsonBodyOf(entry) !== undefined && !isJson(values.body);
  // Headers cannot contain other characters.
  const hasBadToken = takesToken(entry) && !/^[\x21-\x7e]*$/.test(values.token.trim());
  if (Object.keys(parameters).length === 0 && !hasBadBody && !hasBadToken) return null;
  return {
    parameters,
    ...(hasBadBody && { body: 'This is not valid JSON' }),
    ...(hasBadToken && { token: 'An access token has only letters, digits and underscores' }),
  };
}

/** The call to this server. A token replaces the session, and is sent in the Authorization header only. */
export function tryRequest(entry: Entry, values: TryValues): { path: string; init: RequestInit } {
  const token = takesToken(entry) ? values.token.trim() : '';
  const hasBody = jsonBodyOf(entry) !== undefined;
  return {
    path: requestPath(entry.path, entry.operation.parameters, values.parameters),
    init: {
      method: entry.method,
      credentials: token ? 'omit' : 'same-origin',
      // A redirect could lead to another server.
      redirect: 'error',
      headers: {
        // A token is for one organization, which may be another one.
        ...(token ? { authorization: `Bearer ${token}` } : organizationHeaders),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      ...(hasBody && { body: values.body }),
    },
  };
}
