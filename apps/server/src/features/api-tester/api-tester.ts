import type { jobs } from '@warranty/contracts/jobs';
import type { Db } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { apiTesterRoutes } from './api-tester.routes.ts';
import { type ApiTesterServiceDeps, createApiTesterService } from './api-tester.service.ts';
import { createApiTesterStore } from './api-tester.store.ts';

export interface ApiTesterDeps extends Omit<ApiTesterServiceDeps, 'store'> {
  db: Db;
}

/** Public API of the API tester feature: calls that the server makes because a browser cannot. */
export function createApiTester({ db, ...deps }: ApiTesterDeps) {
  const service = createApiTesterService({ ...deps, store: createApiTesterStore(db) });
  const jobHandlers: JobHandler<typeof jobs>[] = [{ name: 'api-tester.sweep', run: () => service.sweep() }];
  return { routes: apiTesterRoutes(service), jobs: jobHandlers };
}
