import { SendFailure } from '@warranty/connectors/send';
import { jobNames, jobs as jobSchemas } from '@warranty/contracts/jobs';
import type { Config } from './config.ts';
import { createAccessTokens } from './features/access-tokens/access-tokens.ts';
import { createBulkLookup } from './features/bulk-lookup/bulk-lookup.ts';
import { createImageLookup } from './features/image-lookup/image-lookup.ts';
import { createSession } from './features/session/session.ts';
import { createVendorApis, type VendorAddresses } from './features/vendor-apis/vendor-apis.ts';
import { createVendorKeys } from './features/vendor-keys/vendor-keys.ts';
import { createWarranty } from './features/warranty/warranty.ts';
import { createDatabase, type Database } from './platform/db/database.ts';
import { freeBytesAt } from './platform/disk.ts';
import { publicAddress } from './platform/http/origin.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { publishQueueMetrics } from './platform/jobs/queue-metrics.ts';
import { createLimits, type Limits } from './platform/limits/limits.store.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import { createReadiness } from './platform/readiness.ts';
import { createDataKeysStore } from './platform/secrets/data-keys.store.ts';
import { createMasterKeys } from './platform/secrets/master-keys.ts';
import { openSealing, type Sealing } from './platform/secrets/sealing.ts';

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
  samples: { identifier: string; label: string; manufacturer: string }[];
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
  const sealing = await openSecrets(config, database);
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
    eraseOwned: (owner) => bulkLookup.eraseOwner(owner),
  });
  const accessTokens = createAccessTokens({
    db: database.db,
    pool: database.pool,
    ...config.accessTokens,
    firstRecoveryCode: session.firstRecoveryCode,
    noteUsers: session.noteUsers,
    log,
  });
  const vendors = createVendorFeatures(config, simulator, { metrics, database, limits, sealing, session });
  const bulkLookup = createBulkLookup({
    db: database.db,
    pool: database.pool,
    jobs,
    batches: vendors.warranty.batches,
    quotas: config.bulk,
    freeBytes: () => freeBytesAt(config.dataDir),
    demo: config.demo,
  });
  const imageLookup = createImageLookup({
    ...imageLimits(config),
    lookup: vendors.warranty.lookup,
    limits,
    demoSamples: demoOf(config, simulator)?.samples ?? null,
    registry: metrics.registry,
    log,
  });
  return {
    log,
    metrics,
    address,
    readiness: createReadiness(database, config.migrationsDir),
    jobs,
    session,
    accessTokens,
    ...vendors,
    bulkLookup,
    imageLookup,
    samples: simulator?.samples ?? [],
    jobHandlers: [...session.jobs, ...vendors.vendorKeys.jobs, ...bulkLookup.jobs],
    async close() {
      await imageLookup.stop();
      await accessTokens.flushUsage();
      await jobs.stop();
      await vendors.outbound.close();
      await database.close();
    },
  };
}

/** With a wrong master key the process ends here, before it has done anything. */
async function openSecrets(config: Config, database: Database): Promise<Sealing> {
  try {
    return await openSealing(createDataKeysStore(database.db), createMasterKeys(config.masterKeys));
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface VendorFeatureParts {
  metrics: Metrics;
  database: Database;
  limits: Limits;
  sealing: Sealing;
  session: ReturnType<typeof createSession>;
}

/** Whatever calls a vendor. */
function createVendorFeatures(config: Config, simulator: Simulator | null, parts: VendorFeatureParts) {
  const { metrics, database, limits, sealing, session } = parts;
  const systemDell = dellKeys(config, simulator);
  const addresses = vendorAddresses(config, simulator);
  const outbound = createOutbound({
    origins: Object.values(addresses),
    failure: (reason, cause) => new SendFailure(reason, cause),
  });
  const { batchSizes, connect } = createVendorApis(addresses);
  const vendorKeys = createVendorKeys({
    db: database.db,
    sealing,
    limits,
    checkKeys: (vendor, keys) => connect(vendor, keys, outbound.send).checkKeys(),
    firstRecoveryCode: session.firstRecoveryCode,
  });
  const warranty = createWarranty({
    db: database.db,
    pool: database.pool,
    send: outbound.send,
    batchSizes,
    connect,
    ownKeys: vendorKeys,
    systemDell,
    dellCallsPerSecond: config.dellCallsPerSecond,
    limits,
    registry: metrics.registry,
    demo: demoOf(config, simulator),
    gateRules: { failuresToOpen: 5, openSeconds: config.breakerSeconds, probeSeconds: 30 },
    lookupLimits: {
      perSessionPerMinute: config.lookupsPerMinute,
      perAddressPerMinute: config.lookupsPerMinutePerAddress,
    },
    freshness: { foundSeconds: config.cacheHours * hour, notKnownSeconds: config.notKnownCacheHours * hour },
  });
  return { outbound, vendorKeys, warranty, dellReady: systemDell !== null };
}

function imageLimits({ images: { readers: count, perMinute, ...each } }: Config) {
  return { imagesPerMinute: perMinute, readers: { count, ...each } };
}

/** The devices that demo mode offers to try. */
function demoOf(config: Config, simulator: Simulator | null) {
  return config.demo ? { samples: new Set(simulator?.samples.map(({ identifier }) => identifier)) } : null;
}

/** The simulator takes any key. */
function dellKeys(config: Config, simulator: Simulator | null) {
  if (config.demo) return simulator && { client_id: 'demo', client_secret: 'demo' };
  return config.dell && { client_id: config.dell.clientId, client_secret: config.dell.clientSecret };
}

/** In demo mode every vendor call goes to the simulator. */
function vendorAddresses(config: Config, simulator: Simulator | null): VendorAddresses {
  if (!config.demo || !simulator) return config.vendorAddresses;
  const { url } = simulator;
  return { dell: url, lenovo: url, hp: url, cisco: url, ciscoToken: url, meraki: url };
}
