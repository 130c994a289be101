import { jobNames, jobs as jobSchemas } from '@warranty/contracts/jobs';
import type { Config } from './config.ts';
import { createSession } from './features/session/session.ts';
import { createVendorKeys } from './features/vendor-keys/vendor-keys.ts';
import { createDatabase } from './platform/db/database.ts';
import { publicAddress } from './platform/http/origin.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { publishQueueMetrics } from './platform/jobs/queue-metrics.ts';
import { createLimits } from './platform/limits/limits.store.ts';
import type { Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { createReadiness } from './platform/readiness.ts';

export type Deps = Awaited<ReturnType<typeof createDeps>>;

/** The composition root: everything is built here, once, and handed on as arguments. */
export async function createDeps(config: Config, databaseUrl: string, worker: boolean, log: Log) {
  const metrics = createMetrics();
  const address = publicAddress(config.publicUrl);
  const database = createDatabase({
    url: databaseUrl,
    poolSize: config.databasePoolSize,
    applicationName: worker ? 'worker' : 'api',
    log,
  });
  const jobs = await createJobs({
    schemas: jobSchemas,
    databaseUrl,
    db: database.db,
    worker,
    stopTimeoutSeconds: config.stopSeconds,
    log,
    metrics,
  });
  publishQueueMetrics(metrics.registry, database.pool, jobNames);
  const session = createSession({
    db: database.db,
    limits: createLimits(database.db),
    https: address.https,
    newSessionsPerHour: config.newSessionsPerHour,
    enqueueErasure: (payload, tx) => jobs.enqueue('session.erase-user', payload, { tx }),
  });
  const vendorKeys = createVendorKeys({ db: database.db });
  return {
    log,
    metrics,
    address,
    readiness: createReadiness(database, config.migrationsDir),
    jobs,
    session,
    vendorKeys,
    jobHandlers: [...session.jobs],
    async close() {
      await jobs.stop();
      await database.close();
    },
  };
}
