import type { CatalogEndpoint, CatalogParameter } from '@warranty/contracts/api-explorer';
import { fillPath } from '@warranty/contracts/client';

export type ParameterValues = Readonly<Record<string, string>>;

export const parametersOf = ({ pathParams, queryParams }: CatalogEndpoint): CatalogParameter[] => [
  ...pathParams,
  ...queryParams,
];

/** What the fields of an endpoint hold at first: the user's own name where one is asked for. */
export function firstValues(endpoint: CatalogEndpoint, userId: string): ParameterValues {
  return Object.fromEntries(
    parametersOf(endpoint).map(({ name }) => [name, name === 'userId' ? userId : '']),
  );
}

const typed = (values: ParameterValues, name: string) => values[name]?.trim() ?? '';

/** What is wrong, by parameter. */
export function parameterErrors(endpoint: CatalogEndpoint, values: ParameterValues): Record<string, string> {
  const places = new Set(endpoint.pathParams.map(({ name }) => name));
  const found = parametersOf(endpoint).map(({ name, required }): [string, string] => {
    const value = typed(values, name);
    if (value === '') return [name, required || places.has(name) ? `${name} is required` : ''];
    const leads = places.has(name) && ['.', '..'].includes(value);
    return [name, leads ? `${value} would lead to another path` : ''];
  });
  return Object.fromEntries(found.filter(([, error]) => error !== ''));
}

/** The path to ask for: each value encoded, in its place or as a query; blank ones are left out. */
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
 * The call as a command for a shell. It never holds the session: whoever runs it gives a token of their own. Null
 * where no token opens the endpoint, because no such command would be answered.
 */
export function curlCommand(endpoint: CatalogEndpoint, origin: string, path: string): string | null {
  // A path that was filled has no quote left that a shell would take for its own.
  const command = `curl -sS '${origin}${path.replaceAll("'", '%27')}'`;
  if (endpoint.auth === 'none') return command;
  return endpoint.acceptsToken ? `${command} \\\n  -H 'Authorization: Bearer YOUR_TOKEN'` : null;
}
