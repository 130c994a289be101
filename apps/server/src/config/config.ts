import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  forEachBase,
  forEachVendor,
  rateVariable,
  type VendorBases,
  type VendorId,
} from '@warranty/contracts/vendors';
import { readCommit } from '../platform/build-info.ts';
import { isPrivateHost } from '../platform/http/private-host.ts';
import type { TableSettings } from '../platform/ownership/stored-table.ts';
import { webUrl } from './setting-schemas.ts';
import { type Environment, readVariables, type Values } from './variables.ts';

const serverRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const repositoryRoot = dirname(dirname(serverRoot));
export const migrationsDir = join(serverRoot, 'migrations');

const megabyte = 1024 * 1024;

export type Role = 'all' | 'api' | 'worker';

interface Link {
  label: string;
  url: string;
}

export interface Config {
  version: string;
  /** Null if it is not known. */
  commit: string | null;
  publicUrl: string;
  host: string;
  port: number;
  /** Null: no metrics. `required` if the operator set the port. */
  metrics: { host: string; port: number; required: boolean } | null;
  /** Null: the bundled PostgreSQL, with its data in `dataDir`. */
  databaseUrl: string | null;
  /** Around the pooler, if there is one. */
  databaseDirectUrl: string | null;
  databasePoolSize: number;
  dataDir: string;
  webDir: string;
  migrationsDir: string;
  migrateAtStart: boolean;
  trustProxy: string[];
  /** How much of a process the requests may take. */
  requests: {
    perSecond: number;
    perSecondPerAddress: number;
    openPerAddress: number;
    maxLoopDelayMs: number;
  };
  demo: boolean;
  /** A running simulator. Null: demo mode starts one. */
  vendorSimUrl: string | null;
  vendorSimProgram: string;
  /** The installation's own Dell credentials. */
  dell: { clientId: string; clientSecret: string } | null;
  /** Scheme and host of every vendor's API. */
  vendorBases: VendorBases;
  masterKeys: { fromEnv: string[]; file: string };
  /** Rate limit per credential of each vendor. */
  callsPerSecond: Readonly<Record<VendorId, number>>;
  breakerSeconds: number;
  cacheHours: number;
  notKnownCacheHours: number;
  cacheRetentionDays: number;
  lookupsPerMinute: number;
  lookupsPerMinutePerAddress: number;
  vendorCallsPerDay: number;
  vendorCallsPerDayPerAddress: number;
  accessTokens: { tokensPerUser: number; requestsPerMinute: number; usageSeconds: number };
  keyTestsPerHourPerAddress: number;
  images: {
    readers: number;
    sandbox: 'auto' | 'required' | 'off';
    secondsPerImage: number;
    maxMemoryBytes: number;
    perMinute: number;
    perMinutePerAddress: number;
  };
  predictions: {
    perMinute: number;
    perMinutePerAddress: number;
    files: { threads: number; seconds: number; maxMemoryMb: number };
  };
  agents: {
    agentDir: string;
    secretsPerUser: number;
    scansPerMinute: number;
    storedLimits: { scans: number; devices: number };
    devicesPerDayPerAddress: number;
  };
  bulk: {
    liveRuns: number;
    storedRuns: number;
    storedRows: number;
    storedBytes: number;
    perAddressPerDay: { runs: number; rows: number; bytes: number };
  };
  storage: { minFreeBytes: number; maxDatabaseBytes: number };
  /** What tables name by their variables. */
  tableSettings: TableSettings;
  /** How long data is stored, in days. */
  retention: {
    bulkRunDays: number;
    discoveryDays: number;
    auditDays: number;
    sessionIdleDays: number;
    userIdleDays: number;
  };
  /** Calls that the server relays for the API tester. */
  relay: { customUrls: boolean; ports: number[]; callsPerMinute: number; callsPerMinutePerAddress: number };
  logLevel: string;
  drainSeconds: number;
  stopSeconds: number;
  newSessionsPerHour: number;
  feedbackEmail: string | null;
  issuesUrl: string | null;
  sponsor: Link | null;
  podcast: Link | null;
  social: Link[];
}

/** Lists all problems in the environment, each with its variable. */
export class ConfigError extends Error {
  constructor(mistakes: string[]) {
    super(
      `Invalid configuration (${mistakes.length === 1 ? '1 problem' : `${mistakes.length} problems`}):\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

function link(
  name: string,
  label: string | undefined,
  url: string | undefined,
  mistakes: string[],
): Link | null {
  if (label && url) return { label, url };
  if (label || url) mistakes.push(`${name}_NAME and ${name}_URL must be set together`);
  return null;
}

const properNames: Record<string, string> = {
  GITHUB: 'GitHub',
  LINKEDIN: 'LinkedIn',
  YOUTUBE: 'YouTube',
  TIKTOK: 'TikTok',
};

/** Any number of variables such as `SOCIAL_MASTODON=https://...`, each labeled by its suffix. */
function socialLinks(env: Environment, mistakes: string[]): Link[] {
  const names = Object.keys(env).filter((name) => /^SOCIAL_[A-Z0-9]+$/.test(name) && env[name]);
  return names.sort().flatMap((name) => {
    const url = webUrl.safeParse(env[name]);
    if (!url.success) mistakes.push(`${name} must be an http or https URL`);
    const key = name.slice('SOCIAL_'.length);
    const label = properNames[key] ?? key.charAt(0) + key.slice(1).toLowerCase();
    return url.success ? [{ label, url: url.data }] : [];
  });
}

function buildOf(values: Values): Pick<Config, 'version' | 'commit'> {
  return { version: programVersion(), commit: values.BUILD_COMMIT ?? readCommit(repositoryRoot) };
}

function programVersion(): string {
  const manifest = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

function metricsOf(values: Values): Config['metrics'] {
  if (values.METRICS_PORT === 'off') return null;
  return {
    host: values.METRICS_HOST,
    port: values.METRICS_PORT ?? 9464,
    required: values.METRICS_PORT !== undefined,
  };
}

/** Over plain http, everyone between a browser and this server can read cookies, keys and tokens. */
function isExposed({ PUBLIC_URL: publicUrl, ALLOW_PLAIN_HTTP: isAllowed }: Values): boolean {
  if (publicUrl === undefined || isAllowed) return false;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'http:' && !isPrivateHost(hostname);
}

function dellOf(values: Values): Config['dell'] {
  const { DELL_CLIENT_ID: clientId, DELL_CLIENT_SECRET: clientSecret } = values;
  if (!clientId || !clientSecret) return null;
  return { clientId, clientSecret };
}

function vendorBasesOf(values: Values): VendorBases {
  return forEachBase(({ variable, url }) => new URL(values[variable] ?? url).origin);
}

function masterKeysOf(values: Values, dataDir: string): Config['masterKeys'] {
  const fromEnv = values.SECRETS_KEY ? [values.SECRETS_KEY, ...(values.SECRETS_OLD_KEYS ?? [])] : [];
  return { fromEnv, file: join(dataDir, 'secrets.key') };
}

/** Leaves one core for serving requests. */
function imagesOf(values: Values): Config['images'] {
  return {
    readers: values.IMAGE_READERS ?? Math.max(1, Math.min(2, availableParallelism() - 1)),
    sandbox: values.IMAGE_SANDBOX,
    secondsPerImage: values.IMAGE_SECONDS,
    maxMemoryBytes: values.IMAGE_MEMORY_MB * megabyte,
    perMinute: values.IMAGES_PER_MINUTE,
    perMinutePerAddress: values.IMAGES_PER_MINUTE_PER_ADDRESS,
  };
}

/**
 * User-entered URLs are called only if the server is reachable from its own machine alone, unless the operator allows more.
 * Otherwise any user could reach other hosts through the server.
 */
function relayOf(values: Values, host: string): Config['relay'] {
  const isOwnMachine = values.PUBLIC_URL === undefined && ['127.0.0.1', '::1', 'localhost'].includes(host);
  return {
    customUrls: values.RELAY_CUSTOM_URLS ?? isOwnMachine,
    ports: values.RELAY_PORTS ?? [],
    callsPerMinute: values.RELAY_CALLS_PER_MINUTE,
    callsPerMinutePerAddress: values.RELAY_CALLS_PER_MINUTE_PER_ADDRESS,
  };
}

function predictionsOf(values: Values): Config['predictions'] {
  return {
    perMinute: values.PREDICTIONS_PER_MINUTE,
    perMinutePerAddress: values.PREDICTIONS_PER_MINUTE_PER_ADDRESS,
    files: {
      threads: values.PREDICTION_THREADS,
      seconds: values.PREDICTION_SECONDS,
      maxMemoryMb: values.PREDICTION_MEMORY_MB,
    },
  };
}

function agentsOf(values: Values): Config['agents'] {
  return {
    agentDir: resolve(values.AGENT_DIR ?? join(repositoryRoot, 'apps/agent')),
    secretsPerUser: values.AGENT_SECRETS_PER_USER,
    scansPerMinute: values.AGENT_SCANS_PER_MINUTE,
    storedLimits: { scans: values.AGENT_STORED_SCANS, devices: values.AGENT_STORED_DEVICES },
    devicesPerDayPerAddress: values.AGENT_DEVICES_PER_DAY_PER_ADDRESS,
  };
}

function bulkOf(values: Values): Config['bulk'] {
  return {
    liveRuns: values.BULK_LIVE_RUNS,
    storedRuns: values.BULK_STORED_RUNS,
    storedRows: values.BULK_STORED_ROWS,
    storedBytes: values.BULK_STORED_MB * megabyte,
    perAddressPerDay: {
      runs: values.BULK_RUNS_PER_DAY_PER_ADDRESS,
      rows: values.BULK_ROWS_PER_DAY_PER_ADDRESS,
      bytes: values.BULK_MB_PER_DAY_PER_ADDRESS * megabyte,
    },
  };
}

function requestsOf(values: Values): Config['requests'] {
  return {
    perSecond: values.REQUESTS_PER_SECOND,
    perSecondPerAddress: values.REQUESTS_PER_SECOND_PER_ADDRESS,
    openPerAddress: values.CONNECTIONS_PER_ADDRESS,
    maxLoopDelayMs: values.MAX_LOOP_DELAY_MS,
  };
}

function retentionOf(values: Values): Config['retention'] {
  return {
    bulkRunDays: values.BULK_RUN_DAYS,
    discoveryDays: values.DISCOVERY_DAYS,
    auditDays: values.AUDIT_DAYS,
    sessionIdleDays: values.SESSION_IDLE_DAYS,
    userIdleDays: values.USER_IDLE_DAYS,
  };
}

/** The only place that reads the environment, once at startup. Throws if anything is invalid. */
export function readConfig(role: Role, env: Environment = process.env): Config {
  const mistakes: string[] = [];
  const values = readVariables(env, mistakes);
  const sponsor = link('SPONSOR', values.SPONSOR_NAME, values.SPONSOR_URL, mistakes);
  const podcast = link('PODCAST', values.PODCAST_NAME, values.PODCAST_URL, mistakes);
  const social = socialLinks(env, mistakes);
  if ((values.DELL_CLIENT_ID === undefined) !== (values.DELL_CLIENT_SECRET === undefined)) {
    mistakes.push('DELL_CLIENT_ID and DELL_CLIENT_SECRET must be set together');
  }
  if (isExposed(values)) {
    mistakes.push(
      'PUBLIC_URL must start with https://, because cookies and keys would cross the internet unencrypted. Set ALLOW_PLAIN_HTTP=on if something else encrypts the connection',
    );
  }
  if (values.SECRETS_OLD_KEYS && !values.SECRETS_KEY) {
    mistakes.push('SECRETS_OLD_KEYS requires SECRETS_KEY');
  }
  mistakes.push(...databaseMistakes(values, env, role));
  if (mistakes.length > 0) throw new ConfigError(mistakes);

  const { PORT: port, HOST: host } = values;
  const dataDir = resolve(values.DATA_DIR ?? join(repositoryRoot, '.data'));
  return {
    ...buildOf(values),
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${port}`,
    host,
    port,
    metrics: metricsOf(values),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    dataDir,
    webDir: resolve(values.WEB_DIR ?? join(repositoryRoot, 'apps/web/dist')),
    migrationsDir,
    migrateAtStart: values.MIGRATE,
    trustProxy: values.TRUST_PROXY ?? [],
    requests: requestsOf(values),
    demo: values.DEMO ?? (role === 'all' && !values.DELL_CLIENT_ID),
    vendorSimUrl: values.VENDOR_SIM_URL ?? null,
    vendorSimProgram: join(repositoryRoot, 'apps/vendor-sim/src/main.ts'),
    dell: dellOf(values),
    vendorBases: vendorBasesOf(values),
    masterKeys: masterKeysOf(values, dataDir),
    callsPerSecond: forEachVendor(({ id }) => values[rateVariable(id)]),
    breakerSeconds: values.BREAKER_SECONDS,
    cacheHours: values.CACHE_HOURS,
    notKnownCacheHours: values.NOT_KNOWN_CACHE_HOURS,
    cacheRetentionDays: values.CACHE_RETENTION_DAYS,
    lookupsPerMinute: values.LOOKUPS_PER_MINUTE,
    lookupsPerMinutePerAddress: values.LOOKUPS_PER_MINUTE_PER_ADDRESS,
    vendorCallsPerDay: values.VENDOR_CALLS_PER_DAY,
    vendorCallsPerDayPerAddress: values.VENDOR_CALLS_PER_DAY_PER_ADDRESS,
    accessTokens: {
      tokensPerUser: values.ACCESS_TOKENS_PER_USER,
      requestsPerMinute: values.TOKEN_REQUESTS_PER_MINUTE,
      usageSeconds: values.TOKEN_USAGE_SECONDS,
    },
    keyTestsPerHourPerAddress: values.KEY_TESTS_PER_HOUR_PER_ADDRESS,
    images: imagesOf(values),
    predictions: predictionsOf(values),
    agents: agentsOf(values),
    bulk: bulkOf(values),
    storage: {
      minFreeBytes: values.DISK_FLOOR_MB * megabyte,
      maxDatabaseBytes: values.MAX_DATABASE_GB * 1024 * megabyte,
    },
    retention: retentionOf(values),
    tableSettings: values,
    relay: relayOf(values, host),
    logLevel: values.LOG_LEVEL,
    drainSeconds: values.DRAIN_SECONDS ?? (role === 'all' ? 0 : 5),
    stopSeconds: values.STOP_SECONDS,
    newSessionsPerHour: values.NEW_SESSIONS_PER_HOUR,
    feedbackEmail: values.FEEDBACK_EMAIL ?? null,
    issuesUrl: values.ISSUES_URL ?? null,
    sponsor,
    podcast,
    social,
  };
}

function databaseMistakes(values: Values, env: Environment, role: Role): string[] {
  if (values.DATABASE_URL || rawDatabaseUrl(env)) return [];
  return [
    ...(values.DATABASE_DIRECT_URL ? ['DATABASE_DIRECT_URL requires DATABASE_URL'] : []),
    ...(role === 'all' ? [] : ['DATABASE_URL is required when api and worker run as separate processes']),
  ];
}

/** Whether the parent of this process is a shell of `npm start`. Set by npm. */
export const isNpmStart = (env: Environment = process.env): boolean => env.npm_lifecycle_event === 'start';

/** An invalid DATABASE_URL is reported as one problem, not two. */
function rawDatabaseUrl(env: Environment): boolean {
  return Boolean(env.DATABASE_URL || env.DATABASE_URL_FILE);
}
