import type { CatalogEndpoint, CatalogParameter } from '@warranty/contracts/api-explorer';
import { fillPath } from '@warranty/contracts/client';

export type ParameterValues = Readonly<Record<string, string>>;

export const parametersOf = ({ pathParams, queryParams }: CatalogEndpoint): CatalogParameter[] => [
  ...pathParams,
  ...queryParams,
];

/** Initial values for the fields of an endpoint: the user's own ID for `userId`, otherwise blank. */
export function firstValues(endpoint: CatalogEndpoint, userId: string): ParameterValues {
  return Object.fromEntries(
    parametersOf(endpoint).map(({ name }) => [name, name === 'userId' ? userId : '']),
  );
}

const typed = (values: ParameterValues, name: string) => values[name]?.trim() ?? '';

/** Error messages by parameter name. */
export function parameterErrors(endpoint: CatalogEndpoint, values: ParameterValues): Record<string, string> {
  const places = new Set(endpoint.pathParams.map(({ name }) => name));
  const found = parametersOf(endpoint).map(({ name, required }): [string, string] => {
    const value = typed(values, name);
    if (value === '') return [name, required || places.has(name) ? `${name} is required` : ''];
    const leads = places.has(name) && ['.', '..'].includes(value);
    return [name, leads ? `${value} would change the request path` : ''];
  });
  return Object.fromEntries(found.filter(([, error]) => error !== ''));
}

/** Builds the path with encoded values, in the path or in the query; blank ones are omitted. */
export function requestPath(endpoint: CatalogEndpoint, values: ParameterValues): string {
  const given = Object.fromEntries(parametersOf(endpoint).map(({ name }) => [name, typed(values, name)]));
  const query = new URLSearchParams(
    endpoint.queryParams
      .map(({ name }): [string, string] => [name, given[name] ?? ''])
      .filter(([, value]) => value !== ''),
  ).toString();
  return fillPath(endpoint.path, given) + (query && `?${query}`);
}

/**
 * The call as a shell command. It never contains the session: the user supplies a token. Null if the endpoint does not
 * accept tokens, because the command would be rejected.
 */
export function curlCommand(endpoint: CatalogEndpoint, origin: string, path: string): string | null {
  // A single quote in the path would end the shell string.
  const command = `curl -sS '${origin}${path.replaceAll("'", '%27')}'`;
  if (endpoint.auth === 'none') return command;
  return endpoint.acceptsToken ? `${command} \\\n  -H 'Authorization: Bearer YOUR_TOKEN'` : null;
}
