import type { Feature } from '../../platform/feature.ts';
import { apiTesterRoutes } from './api-tester.routes.ts';
import { type ApiTesterServiceDeps, createApiTesterService } from './api-tester.service.ts';

/** Public API of the API tester feature: calls that the server makes because a browser cannot. */
export function createApiTester(deps: ApiTesterServiceDeps): Feature {
  return { routes: apiTesterRoutes(createApiTesterService(deps)) };
}
