import {
  type CatalogEndpoint,
  type CatalogParameter,
  type EndpointCatalog,
  endpointCatalog,
} from '@warranty/contracts/api-explorer';
import type { Access, Endpoint, Reply } from '@warranty/contracts/endpoint';
import { parameters } from '../../platform/http/openapi.ts';

/** What a page has to show; what needs something else than a session is not listed. */
const authOf: Partial<Record<Access, CatalogEndpoint['auth']>> = {
  public: 'none',
  session: 'session',
  'session-or-bearer': 'session',
};

/** Every GET with a JSON reply that a session may call, or anybody. */
export function catalogOf(endpoints: readonly Endpoint[], version: string): EndpointCatalog {
  return endpointCatalog.parse({
    version,
    description: 'What this installation can tell a page about your own data and about itself.',
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
  }));
}
