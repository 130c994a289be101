import * as contract from '@warranty/contracts/api-explorer';
import { type Route, route } from '../../platform/http/route.ts';

/** The catalog is the same for all users and built once. */
export function apiExplorerRoutes(catalog: contract.EndpointCatalog): Route[] {
  return [route(contract.readCatalog, () => catalog)];
}
