import type { Pool } from '../../platform/db/database.ts';
import type { Feature } from '../../platform/feature.ts';
import { scheduledJob } from '../../platform/jobs/job.ts';
import { auditRoutes } from './audit.routes.ts';
import { type AuditServiceDeps, createAuditService } from './audit.service.ts';
import { createAuditEventsStore } from './audit-events.store.ts';

export { type EventQuery, readAuditEvents } from './read-events.ts';

export interface AuditDeps extends Omit<AuditServiceDeps, 'store'> {
  pool: Pool;
}

/** Public API of the audit feature: users read their own events, and months end. */
export function createAuditFeature({ pool, ...deps }: AuditDeps): Feature {
  const service = createAuditService({ ...deps, store: createAuditEventsStore(pool) });
  return {
    routes: auditRoutes(service),
    jobs: [scheduledJob('audit.sweep', '29 * * * *', service.sweep)],
  };
}
