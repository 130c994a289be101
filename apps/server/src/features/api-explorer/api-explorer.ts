import type { Endpoint } from '@warranty/contracts/endpoint';
import type { Route } from '../../platform/http/route.ts';
import { apiExplorerRoutes } from './api-explorer.routes.ts';
import { catalogOf } from './catalog.ts';

export interface ApiExplorerDeps {
  endpoints: readonly Endpoint[];
  version: string;
}

/** Public API of the API explorer feature: the catalog of endpoints a page can read. */
export function createApiExplorer({ endpoints, version }: ApiExplorerDeps): { routes: Route[] } {
  return { routes: apiExplorerRoutes(catalogOf(endpoints, version)) };
}
