import type { Db } from '../../platform/db/database.ts';
import type { Feature } from '../../platform/feature.ts';
import { scheduledJob } from '../../platform/jobs/job.ts';
import { apiTesterRoutes } from './api-tester.routes.ts';
import { type ApiTesterServiceDeps, createApiTesterService } from './api-tester.service.ts';
import { createApiTesterStore } from './api-tester.store.ts';

export interface ApiTesterDeps extends Omit<ApiTesterServiceDeps, 'store'> {
  db: Db;
}

/** Public API of the API tester feature: calls that the server makes because a browser cannot. */
export function createApiTester({ db, ...deps }: ApiTesterDeps): Feature {
  const service = createApiTesterService({ ...deps, store: createApiTesterStore(db) });
  return {
    routes: apiTesterRoutes(service),
    jobs: [scheduledJob('api-tester.sweep', '47 3 * * *', service.sweep)],
    eraseOwner: service.eraseOwner,
  };
}
