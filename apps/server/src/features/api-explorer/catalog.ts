import type { Access } from '@warranty/contracts/access';
import {
  type CatalogEndpoint,
  type CatalogParameter,
  type EndpointCatalog,
  endpointCatalog,
} from '@warranty/contracts/api-explorer';
import type { Endpoint, Reply } from '@warranty/contracts/core/endpoint';
import { parameters } from '../../platform/http/openapi.ts';

/** What the caller needs. Endpoints that need anything other than a session are not listed. */
const authOf: Partial<Record<Access, CatalogEndpoint['auth']>> = {
  public: 'none',
  identity: 'session',
  session: 'session',
  'session-or-bearer': 'session',
};

/** Every GET endpoint with a JSON reply that is public or open to a session. */
export function catalogOf(endpoints: readonly Endpoint[], version: string): EndpointCatalog {
  return endpointCatalog.parse({
    version,
    description: 'The read-only endpoints available to your session.',
    endpoints: endpoints.flatMap((endpoint) => listed(endpoint)),
  });
}

function listed(endpoint: Endpoint): CatalogEndpoint[] {
  const auth = authOf[endpoint.access];
  if (endpoint.method !== 'GET' || !auth || !isJson(endpoint.reply)) return [];
  return [
    {
      method: endpoint.method,
      path: endpoint.path,
      summary: endpoint.summary,
      auth,
      acceptsToken: endpoint.access === 'session-or-bearer',
      sensitive: endpoint.sensitive ?? false,
      pathParams: parametersOf('path', endpoint.params),
      queryParams: parametersOf('query', endpoint.query),
    },
  ];
}

function isJson(reply: Reply): boolean {
  return reply.kind === 'raw' ? reply.contentType.startsWith('application/json') : reply.kind === 'json';
}

function parametersOf(place: 'path' | 'query', schema: Endpoint['params']): CatalogParameter[] {
  return parameters(place, schema).map(({ name, required, description, schema: { type, enum: words } }) => ({
    name,
    type: typeof type === 'string' ? type : 'string',
    required,
    description: [description, Array.isArray(words) && `One of ${words.join(', ')}`]
      .filter(Boolean)
      .join('. '),
    ...(Array.isArray(words) && { choices: words.map(String) }),
  }));
}
