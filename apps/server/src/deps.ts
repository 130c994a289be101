import { SendError } from '@warranty/connectors/send';
import { endpoints } from '@warranty/contracts/endpoints';
import { jobNames, jobs as jobSchemas } from '@warranty/contracts/jobs';
import { forEachBase, type VendorBases } from '@warranty/contracts/vendors';
import type { Config } from './config.ts';
import { createAccessTokens } from './features/access-tokens/access-tokens.ts';
import { createAgents } from './features/agents/agents.ts';
import { createApiExplorer } from './features/api-explorer/api-explorer.ts';
import { createApiTester } from './features/api-tester/api-tester.ts';
import { createBulkLookup } from './features/bulk-lookup/bulk-lookup.ts';
import { createImageLookup } from './features/image-lookup/image-lookup.ts';
import { createPurchaseDate } from './features/purchase-date/purchase-date.ts';
import { createSession } from './features/session/session.ts';
import { createVendorApis } from './features/vendor-apis/vendor-apis.ts';
import { createVendorKeys } from './features/vendor-keys/vendor-keys.ts';
import { createWarranty } from './features/warranty/warranty.ts';
import { createDatabase, type Database } from './platform/db/database.ts';
import { freeBytesAt } from './platform/disk.ts';
import { publicAddress } from './platform/http/origin.ts';
import { createJobs, type JobHandler } from './platform/jobs/jobs.ts';
import { publishQueueMetrics } from './platform/jobs/queue-metrics.ts';
import { createRateLimiter } from './platform/limits/rate-limiter.store.ts';
import type { Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { createGuardedClient } from './platform/outbound/guarded-client.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import { createReadiness } from './platform/readiness.ts';
import { createDataKeysStore } from './platform/secrets/data-keys.store.ts';
import { createMasterKeys } from './platform/secrets/master-keys.ts';
import { createSealer, type Sealer } from './platform/secrets/sealer.ts';

const hour = 3600;

export type Deps = Awaited<ReturnType<typeof createDeps>>;

export interface RuntimeContext {
  databaseUrl: string;
  /** The target of vendor calls in demo mode, with its sample devices. */
  simulator: Simulator | null;
  /** Whether this process runs jobs. */
  worker: boolean;
}

export interface Simulator {
  url: string;
  samples: { identifier: string; label: string; manufacturer: string }[];
}

/** The composition root: builds everything once and passes it on as arguments. */
export async function createDeps(config: Config, surroundings: RuntimeContext, log: Log) {
  const foundation = await createPlatform(config, surroundings, log);
  const { metrics, address, database, jobs, limits } = foundation;
  const { db, pool } = database;
  const { simulator } = surroundings;
  const session = createSession({
    db,
    pool,
    limits,
    https: address.https,
    newSessionsPerHour: config.newSessionsPerHour,
    enqueueErasure: (payload, tx) => jobs.enqueue('session.erase-user', payload, { tx }),
    eraseOwned: async (owner) => {
      await bulkLookup.eraseOwner(owner);
      await agents.eraseOwner(owner);
    },
  });
  const accessTokens = createAccessTokens({
    db,
    pool,
    ...config.accessTokens,
    firstRecoveryCode: session.firstRecoveryCode,
    touchUsers: session.touchUsers,
    log,
  });
  const vendors = createVendorFeatures(config, simulator, { ...foundation, session });
  const bulkLookup = createBulkLookup({
    db,
    pool,
    jobs,
    batches: vendors.warranty.batches,
    quotas: config.bulk,
    freeBytes: () => freeBytesAt(config.dataDir),
    demo: config.demo,
  });
  const agents = createAgents({
    db,
    pool,
    limits,
    ...config.agents,
    freeBytes: () => freeBytesAt(config.dataDir),
    minFreeBytes: config.bulk.freeBytes,
    firstRecoveryCode: session.firstRecoveryCode,
    touchUsers: session.touchUsers,
  });
  const readers = createReaders(config, simulator, { ...foundation, log, lookup: vendors.warranty.lookup });
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
    agents,
    ...readers,
    apiExplorer: createApiExplorer({ endpoints, version: config.version }),
    samples: simulator?.samples ?? [],
    jobHandlers: [session, vendors.vendorKeys, vendors.apiTester, bulkLookup, agents].flatMap(
      (feature): readonly JobHandler<typeof jobSchemas>[] => feature.jobs,
    ),
    async close() {
      await readers.imageLookup.stop();
      await readers.purchaseDate.stop();
      await bulkLookup.stop();
      await agents.stop();
      await accessTokens.flushUsage();
      await jobs.stop();
      await vendors.outbound.close();
      await database.close();
    },
  };
}

type Platform = Awaited<ReturnType<typeof createPlatform>>;

/** The platform services that the features share. */
async function createPlatform(config: Config, { databaseUrl, worker }: RuntimeContext, log: Log) {
  const metrics = createMetrics();
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
  const address = publicAddress(config.publicUrl);
  return { metrics, address, database, sealing, jobs, limits: createRateLimiter(database.db) };
}

/** Fails here, before any work is done, if the master key is wrong. */
async function openSecrets(config: Config, database: Database): Promise<Sealer> {
  try {
    return await createSealer(createDataKeysStore(database.db), createMasterKeys(config.masterKeys));
  } catch (error) {
    await database.close();
    throw error;
  }
}

type VendorFeatureParts = Pick<Platform, 'metrics' | 'database' | 'limits' | 'sealing'> & {
  session: ReturnType<typeof createSession>;
};

/** The features that call vendors. */
function createVendorFeatures(config: Config, simulator: Simulator | null, parts: VendorFeatureParts) {
  const { metrics, database, limits, sealing, session } = parts;
  const systemDell = dellKeys(config, simulator);
  const bases = vendorBases(config, simulator);
  const outbound = createOutbound({
    origins: Object.values(bases),
    failure: (reason, cause) => new SendError(reason, cause),
  });
  const connect = createVendorApis(bases);
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
    connect,
    ownKeys: vendorKeys,
    systemDell,
    callsPerSecond: config.callsPerSecond,
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
  const apiTester = createRelay(config, bases, parts);
  return { outbound, bases, vendorKeys, warranty, apiTester, dellReady: systemDell !== null };
}

/** Sends requests for the API tester through its own guarded client. */
function createRelay(
  { relay: { ports, ...rules } }: Config,
  bases: VendorBases,
  { metrics, database, limits }: VendorFeatureParts,
) {
  const { send } = createGuardedClient({
    operatorOrigins: Object.values(bases),
    ports,
    registry: metrics.registry,
  });
  return createApiTester({ db: database.db, limits, send, bases, ...rules });
}

interface ReaderParts extends Pick<Platform, 'metrics' | 'limits'> {
  log: Log;
  lookup: ReturnType<typeof createWarranty>['lookup'];
}

/** The features that read photos and files in separate processes or threads. */
function createReaders(config: Config, simulator: Simulator | null, parts: ReaderParts) {
  const { metrics, limits, log, lookup } = parts;
  const common = { lookup, limits, registry: metrics.registry, log };
  return {
    imageLookup: createImageLookup({
      ...common,
      ...imageLimits(config),
      demoSamples: demoOf(config, simulator)?.samples ?? null,
    }),
    purchaseDate: createPurchaseDate({ ...common, ...config.predictions }),
  };
}

function imageLimits({ images: { readers: count, perMinute, ...each } }: Config) {
  return { imagesPerMinute: perMinute, readers: { count, ...each } };
}

/** The sample devices of demo mode. */
function demoOf(config: Config, simulator: Simulator | null) {
  return config.demo ? { samples: new Set(simulator?.samples.map(({ identifier }) => identifier)) } : null;
}

/** The simulator accepts any key. */
function dellKeys(config: Config, simulator: Simulator | null) {
  if (config.demo) return simulator && { client_id: 'demo', client_secret: 'demo' };
  return config.dell && { client_id: config.dell.clientId, client_secret: config.dell.clientSecret };
}

/** In demo mode every vendor call goes to the simulator. */
function vendorBases(config: Config, simulator: Simulator | null): VendorBases {
  return config.demo && simulator ? forEachBase(() => simulator.url) : config.vendorBases;
}
