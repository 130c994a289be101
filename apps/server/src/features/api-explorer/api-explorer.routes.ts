import * as contract from '@warranty/contracts/api-explorer';
import { documentRoute, type Route } from '../../platform/http/route.ts';
import { catalogOf } from './catalog.ts';

export function apiExplorerRoutes(version: string): Route[] {
  return [documentRoute(contract.readCatalog, (endpoints) => catalogOf(endpoints, version))];
}
