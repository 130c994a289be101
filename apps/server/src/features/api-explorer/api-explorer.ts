import type { Route } from '../../platform/http/route.ts';
import { apiExplorerRoutes } from './api-explorer.routes.ts';

/** Public API of the API explorer feature: the catalog of endpoints a page can read. */
export function createApiExplorer({ version }: { version: string }): { routes: Route[] } {
  return { routes: apiExplorerRoutes(version) };
}
