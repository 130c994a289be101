import { readCatalog } from '@warranty/contracts/api-explorer';
import type { Feature } from '../../platform/feature.ts';
import { documentRoute } from '../../platform/http/route.ts';
import { catalogOf } from './catalog.ts';

/** Public API of the API explorer feature: the catalog of endpoints a page can read. */
export function createApiExplorer({ version }: { version: string }): Feature {
  return { routes: [documentRoute(readCatalog, (endpoints) => catalogOf(endpoints, version))] };
}
