import { SendFailure } from '@warranty/connectors/send';
import { jobNames, jobs as jobSchemas } from '@warranty/contracts/jobs';
import type { Config } from './config.ts';
import { createSession } from './features/session/session.ts';
import { createVendorKeys } from './features/vendor-keys/vendor-keys.ts';
import { createWarranty, type DellAccess } from './features/warranty/warranty.ts';
import { createDatabase } from './platform/db/database.ts';
import { publicAddress } from './platform/http/origin.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { publishQueueMetrics } from './platform/jobs/queue-metrics.ts';
import { createLimits } from './platform/limits/limits.store.ts';
import type { Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import { createReadiness } from './platform/readiness.ts';

const hour = 3600;

export type Deps = Awaited<ReturnType<typeof createDeps>>;

export interface Surroundings {
  databaseUrl: string;
  /** Where vendor calls go in demo mode, with the devices it knows. */
  simulator: Simulator | null;
  /** This process takes jobs. */
  worker: boolean;
}

export interface Simulator {
  url: string;
  samples: { identifier: string; label: string }[];
}

/** The composition root: everything is built here, once, and handed on as arguments. */
export async function createDeps(config: Config, { databaseUrl, simulator, worker }: Surroundings, log: Log) {
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
  const limits = createLimits(database.db);
  const session = createSession({
    db: database.db,
    pool: database.pool,
    limits,
    https: address.https,
    newSessionsPerHour: config.newSessionsPerHour,
    enqueueErasure: (payload, tx) => jobs.enqueue('session.erase-user', payload, { tx }),
  });
  const dell = dellAccess(config, simulator);
  const outbound = createOutbound({
    origins: dell ? [dell.baseUrl] : [],
    failure: (reason, cause) => new SendFailure(reason, cause),
  });
  const warranty = createWarranty({
    db: database.db,
    pool: database.pool,
    send: outbound.send,
    limits,
    registry: metrics.registry,
    dell,
    demo: config.demo ? { samples: new Set(simulator?.samples.map(({ identifier }) => identifier)) } : null,
    gateRules: {
      callsPerSecond: config.dellCallsPerSecond,
      failuresToOpen: 5,
      openSeconds: config.breakerSeconds,
      probeSeconds: 30,
    },
    lookupLimits: {
      perSessionPerMinute: config.lookupsPerMinute,
      perAddressPerMinute: config.lookupsPerMinutePerAddress,
    },
    freshness: { foundSeconds: config.cacheHours * hour, notKnownSeconds: config.notKnownCacheHours * hour },
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
    warranty,
    dellReady: dell !== null,
    samples: simulator?.samples ?? [],
    jobHandlers: [...session.jobs],
    async close() {
      await jobs.stop();
      await outbound.close();
      await database.close();
    },
  };
}

/** In demo mode every vendor call goes to the simulator, which takes any key. */
function dellAccess(config: Config, simulator: Simulator | null): DellAccess | null {
  if (!config.demo) return config.dell;
  return simulator && { baseUrl: simulator.url, clientId: 'demo', clientSecret: 'demo' };
}
