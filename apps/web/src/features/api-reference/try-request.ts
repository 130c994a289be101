import { fillPath } from '@warranty/contracts/client';
import type { Entry } from './entries.ts';

export interface TryValues {
  parameters: Readonly<Record<string, string>>;
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

const typed = ({ parameters }: TryValues, name: string) => parameters[name]?.trim() ?? '';

function parameterProblem(entry: Entry, values: TryValues, name: string): string | null {
  const parameter = entry.operation.parameters.find((each) => each.name === name);
  const value = typed(values, name);
  if (value === '') return parameter?.required ? `${name} is required` : null;
  if (parameter?.in === 'path' && ['.', '..'].includes(value))
    return `${value} would change the request path`;
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Null if everything can be sent. */
export function findProblems(entry: Entry, values: TryValues): TryProblems | null {
  const parameters = Object.fromEntries(
    entry.operation.parameters.flatMap(({ name }) => {
      const problem = parameterProblem(entry, values, name);
      return problem ? [[name, problem]] : [];
    }),
  );
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
  const given = entry.operation.parameters.map(({ name, in: place }) => ({
    name,
    place,
    value: typed(values, name),
  }));
  const query = new URLSearchParams(
    given
      .filter(({ place, value }) => place === 'query' && value !== '')
      .map(({ name, value }): [string, string] => [name, value]),
  ).toString();
  const params = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  const token = takesToken(entry) ? values.token.trim() : '';
  const hasBody = jsonBodyOf(entry) !== undefined;
  return {
    path: fillPath(entry.path, params) + (query && `?${query}`),
    init: {
      method: entry.method,
      credentials: token ? 'omit' : 'same-origin',
      // A redirect could lead to another server.
      redirect: 'error',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      ...(hasBody && { body: values.body }),
    },
  };
}
