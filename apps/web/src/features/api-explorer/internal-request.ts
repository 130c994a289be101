import type { CatalogEndpoint, CatalogParameter } from '@warranty/contracts/api-explorer';
import { curlCommand } from '@warranty/domain/request-examples/curl-command';
import type { ParameterValues } from '../../lib/api/endpoint-request.ts';

interface PlacedParameter extends CatalogParameter {
  in: 'path' | 'query';
}

export const parametersOf = ({ pathParams, queryParams }: CatalogEndpoint): PlacedParameter[] => [
  ...pathParams.map((parameter) => ({ ...parameter, in: 'path' as const })),
  ...queryParams.map((parameter) => ({ ...parameter, in: 'query' as const })),
];

/** Initial values for the fields of an endpoint: the user's own ID for `userId`, otherwise blank. */
export function firstValues(endpoint: CatalogEndpoint, username: string): ParameterValues {
  return Object.fromEntries(
    parametersOf(endpoint).map(({ name }) => [name, name === 'userId' ? username : '']),
  );
}

/**
 * The call as a shell command. It never contains the session: the user supplies a token. Null if the endpoint does not
 * accept tokens, because the command would be rejected.
 */
export function endpointCommand(endpoint: CatalogEndpoint, origin: string, path: string): string | null {
  if (endpoint.auth !== 'none' && !endpoint.acceptsToken) return null;
  return curlCommand({
    url: `${origin}${path.replaceAll("'", '%27')}`,
    headers: endpoint.auth === 'none' ? {} : { Authorization: 'Bearer YOUR_TOKEN' },
  });
}
