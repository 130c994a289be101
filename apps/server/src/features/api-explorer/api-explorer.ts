import type { Feature } from '../../platform/feature.ts';
import { apiExplorerRoutes } from './api-explorer.routes.ts';

/** Public API of the API explorer feature: the catalog of endpoints a page can read. */
export function createApiExplorer({ version }: { version: string }): Feature {
  return { routes: apiExplorerRoutes(version) };
}
