import { SendError } from '@warranty/connectors/send';
import { forEachBase, type VendorBases } from '@warranty/contracts/vendors';
import { createAccounts } from './accounts/accounts.ts';
import { connectProvider } from './accounts/sign-in/provider.ts';
import type { Config } from './config/config.ts';
import { createAccessTokens } from './features/access-tokens/access-tokens.ts';
import { createAgents } from './features/agents/agents.ts';
import { createApiExplorer } from './features/api-explorer/api-explorer.ts';
import { createApiTester } from './features/api-tester/api-tester.ts';
import { createAuditFeature } from './features/audit/audit.ts';
import { createBulkLookup } from './features/bulk-lookup/bulk-lookup.ts';
import { createImageLookup } from './features/image-lookup/image-lookup.ts';
import { createPurchaseDate } from './features/purchase-date/purchase-date.ts';
import { createUsage } from './features/usage/usage.ts';
import { createVendorKeys } from './features/vendor-keys/vendor-keys.ts';
import { createWarranty } from './features/warranty/warranty.ts';
import { createLookups } from './lookups/lookups.ts';
import type { InstallationKeys } from './lookups/vendors/vendor-access.ts';
import { createVendorApis } from './lookups/vendors/vendor-apis.ts';
import { createAudit } from './platform/audit/audit.ts';
import { publishBuildInfo } from './platform/build-info.ts';
import { checkConnections } from './platform/db/connection-check.ts';
import { createDatabase, type Database } from './platform/db/database.ts';
import { databaseBytes } from './platform/db/database-size.ts';
import { publishPoolMetrics } from './platform/db/pool-metrics.ts';
import type { ReachedDatabase } from './platform/db/reach-database.ts';
import { freeBytesAt } from './platform/disk.ts';
import { createOwnerLimits } from './platform/fairness/owner-limits.ts';
import { createRateLimiter } from './platform/fairness/rate-limiter.store.ts';
import type { Feature } from './platform/feature.ts';
import { publicOriginOf } from './platform/http/origin.ts';
import type { JobHandler } from './platform/jobs/job.ts';
import { createJobs, queueConnections } from './platform/jobs/jobs.ts';
import { publishQueueMetrics } from './platform/jobs/queue-metrics.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createBlockedCounter, createGuardedClient } from './platform/outbound/guarded-client.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import { createOwnedRows } from './platform/ownership/owned-rows.ts';
import { createReadiness, publishReadiness, type Readiness } from './platform/readiness.ts';
import { createDataKeysStore } from './platform/secrets/data-keys.store.ts';
import { createMasterKeys } from './platform/secrets/master-keys.ts';
import { createSealer, type Sealer } from './platform/secrets/sealer.ts';
import { createStorageGuard } from './platform/storage-guard.ts';
import { publishStorageMetrics } from './platform/storage-metrics.ts';

export type Deps = Awaited<ReturnType<typeof createDeps>>;

export interface RuntimeContext {
  database: ReachedDatabase;
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
export async function createDeps(config: Config, context: RuntimeContext, log: Log) {
  const platform = await createPlatform(config, context, log);
  const vendors = createVendors(config, context.simulator, platform.metrics);
  const composed = createFeatures(config, platform, vendors);
  const { metrics, publicOrigin, database, jobs, audit } = platform;

  async function close(): Promise<void> {
    for (const feature of composed.features) await feature.stop?.();
    await jobs.stop();
    await vendors.outbound.close();
    await database.close();
  }

  const handlers = composed.features.flatMap((feature) => feature.jobs ?? []);
  await jobs.start(handlers).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if (!context.database.traits.isPooled) {
    const needed = config.databasePoolSize + queueConnections(context);
    await checkConnections(database.pool, needed, log);
  }
  const readiness = createReadiness(database, config.migrationsDir);
  publishMetrics(config, platform, readiness, handlers);
  return {
    ...composed,
    log,
    metrics,
    publicOrigin,
    principalOf: audit.principalOf,
    readiness,
    jobs,
    bases: vendors.bases,
    dellReady: vendors.installationKeys.dell !== undefined,
    samples: context.simulator?.samples ?? [],
    close,
  };
}

/** The metrics of the platform. Features publish their own. */
function publishMetrics(
  config: Config,
  { metrics: { registry }, database: { db, pool } }: Platform,
  readiness: Readiness,
  handlers: readonly JobHandler[],
): void {
  const jobNames = handlers.map(({ name }) => name);
  publishBuildInfo(registry, config);
  publishReadiness(registry, readiness);
  publishPoolMetrics(registry, pool);
  publishQueueMetrics(registry, db, jobNames);
  publishStorageMetrics(registry, { db, dataDir: config.dataDir, limits: config.storage });
}

/** Every feature, with what it needs from the platform and from other features. */
function createFeatures(config: Config, platform: Platform, vendors: Vendors) {
  const { log, jobs, limits, ownerLimits, sealing, metrics, audit } = platform;
  const { db, pool } = platform.database;
  const { bases, demo, connect, send, relay, countBlocked } = vendors;
  const requireStorage = guardStorage(config, platform.database);
  const { registry } = metrics;
  const { retention, signIn: signInSettings } = config;
  const fairness = { limits, ownerLimits, requireStorage };
  const shared = { db, pool, log, jobs, audit, registry, ...fairness, signIn: signInSettings };
  const { session, signIn, organizations, operator } = createAccounts({
    ...shared,
    publicOrigin: platform.publicOrigin,
    provider: config.oidc && connectProvider(config.oidc, { ...platform.publicOrigin, log, countBlocked }),
    newSessionsPerHour: config.newSessionsPerHour,
    sessionIdleDays: retention.sessionIdleDays,
    userIdleDays: retention.userIdleDays,
    eraseOwned: async (owner) => {
      for (const feature of features) await feature.eraseOwner?.(owner);
    },
  });
  const { firstRecoveryCode, touchOwners, usernameOf } = session;
  const forAccounts = { ...shared, firstRecoveryCode, touchOwners, usernameOf, namesOf: signIn.namesOf };
  const vendorKeys = createVendorKeys({
    ...forAccounts,
    sealing,
    testsPerHourPerAddress: config.keyTestsPerHourPerAddress,
    checkKeys: (vendor, keys) => connect(vendor, keys, send).checkKeys(),
  });
  const lookups = createLookups({
    ...shared,
    ...vendors,
    ...config.lookups,
    gateRules: { failuresToOpen: 5, openSeconds: config.breakerSeconds, probeSeconds: 30 },
    runRetentionDays: retention.bulkRunDays,
    storedKeys: vendorKeys,
  });
  const warranty = createWarranty(lookups);
  const { lookup } = warranty;
  const bulkLookup = createBulkLookup({
    ...forAccounts,
    lookups,
    runLimits: { ...config.bulk, retentionDays: retention.bulkRunDays },
    demo: config.demo,
  });
  const { findKnownAnswers } = lookups.engine;
  const agents = createAgents({
    ...forAccounts,
    ...config.agents,
    lookups,
    retentionDays: retention.discoveryDays,
  });
  const accessTokens = createAccessTokens({ ...forAccounts, ...config.accessTokens });
  /** Features erase and stop in this order, and the API reference lists them in it. */
  const declared: readonly Feature[] = [
    session,
    organizations,
    signIn,
    warranty,
    createImageLookup({ ...shared, ...config.images, demoSamples: demo?.samples ?? null, lookup }),
    createPurchaseDate({ ...shared, ...config.predictions, lookup, findKnownAnswers }),
    bulkLookup,
    lookups,
    vendorKeys,
    agents,
    accessTokens,
    createApiExplorer({ version: config.version }),
    createApiTester({
      ...shared,
      ...config.relay,
      ...relay,
      bases,
      openKeys: vendorKeys.openKeys,
    }),
    createUsage({
      collect: async (owner) =>
        (await Promise.all(features.map((feature) => feature.usage?.(owner) ?? []))).flat(),
    }),
    createAuditFeature({ ...shared, namesOf: signIn.namesOf, auditDays: retention.auditDays }),
  ];
  const features = [...declared, createOwnedRows(shared, declared, config.tableSettings)];
  return { features, session, signIn, operator, agents, accessTokens };
}

function guardStorage({ dataDir, storage }: Config, { db, wasDiskFull }: Database) {
  return createStorageGuard({
    freeBytes: () => freeBytesAt(dataDir),
    databaseBytes: () => databaseBytes(db),
    wasDatabaseDiskFull: wasDiskFull,
    limits: storage,
  });
}

type Platform = Awaited<ReturnType<typeof createPlatform>>;

/** The platform services that the features share. */
async function createPlatform(config: Config, { database: reached, worker }: RuntimeContext, log: Log) {
  const metrics = createMetrics();
  const database = createDatabase({
    ...reached,
    poolSize: config.databasePoolSize,
    applicationName: worker ? 'worker' : 'api',
    log,
  });
  const sealing = await openSecrets(config, database);
  const jobs = createJobs({
    ...reached,
    db: database.db,
    worker,
    stopTimeoutSeconds: config.stopSeconds,
    log,
    metrics,
  });
  const publicOrigin = publicOriginOf(config.publicUrl);
  const audit = createAudit({ db: database.db, log });
  await audit.prepareOrWarn();
  const limits = createRateLimiter(database.db);
  const ownerLimits = createOwnerLimits(database.db, limits);
  return { log, metrics, publicOrigin, database, sealing, jobs, limits, ownerLimits, audit };
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

type Vendors = ReturnType<typeof createVendors>;

/** How vendors are reached. */
function createVendors(config: Config, simulator: Simulator | null, { registry }: Metrics) {
  const bases = vendorBases(config, simulator);
  const origins = Object.values(bases);
  const countBlocked = createBlockedCounter(registry);
  const outbound = createOutbound({
    origins,
    failure: (reason, cause) => new SendError(reason, cause),
  });
  return {
    connect: createVendorApis(bases),
    bases,
    outbound,
    send: outbound.send,
    /** For the URLs that users enter in the API tester. */
    relay: createGuardedClient({ operatorOrigins: origins, ports: config.relay.ports, countBlocked }),
    countBlocked,
    installationKeys: installationKeys(config, simulator),
    demo: demoOf(config, simulator),
  };
}

/** The sample devices of demo mode. */
function demoOf(config: Config, simulator: Simulator | null) {
  return config.demo ? { samples: new Set(simulator?.samples.map(({ identifier }) => identifier)) } : null;
}

/** The keys in the settings, which exist for Dell only. The simulator of demo mode accepts any. */
function installationKeys(config: Config, simulator: Simulator | null): InstallationKeys {
  if (config.demo) return simulator ? { dell: { client_id: 'demo', client_secret: 'demo' } } : {};
  const { dell } = config;
  return dell ? { dell: { client_id: dell.clientId, client_secret: dell.clientSecret } } : {};
}

/** In demo mode every vendor call goes to the simulator. */
function vendorBases(config: Config, simulator: Simulator | null): VendorBases {
  return config.demo && simulator ? forEachBase(() => simulator.url) : config.vendorBases;
}
