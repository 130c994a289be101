import {
  rateVariable,
  type Vendor,
  type VendorBaseVariable,
  type VendorId,
  vendorBases,
  vendorsWithKeys,
} from '@warranty/contracts/vendors';
import * as z from 'zod';
import { limits, retention } from './limit-settings.ts';
import { optional, positive, type Setting, setting, type ValuesOf } from './setting.ts';
import {
  commit,
  gigabytes,
  hours,
  logLevel,
  masterKey,
  masterKeys,
  megabytes,
  onOff,
  origin,
  portOrOff,
  postgresUrl,
  proxies,
  webUrl,
  wholeNumber,
} from './setting-schemas.ts';
import { signIn } from './sign-in-settings.ts';

const server = {
  PUBLIC_URL: optional(
    'publicUrl',
    origin,
    '`http://localhost:PORT`',
    'Public base URL. Determines the scheme, cookie settings and the accepted Host header. Must start with `https://` unless its host is on a private network.',
  ),
  ALLOW_PLAIN_HTTP: setting(
    'allowPlainHttp',
    onOff,
    'off',
    '`on` accepts a public `PUBLIC_URL` without https. Cookies, keys and tokens then cross the network unencrypted, unless something else encrypts it.',
  ),
  HOST: setting('host', z.string(), '127.0.0.1', 'Address to listen on.'),
  PORT: positive('port', 3000, 65535, 'Port to listen on.'),
  TRUST_PROXY: optional(
    'trustProxy',
    proxies,
    'none',
    'Comma-separated IP addresses of your proxies, whose `X-Forwarded-*` headers are trusted. CIDR ranges are accepted, but every client in one can choose the IP address that rate limits count.',
  ),
  METRICS_HOST: setting(
    'metrics.host',
    z.string(),
    '127.0.0.1',
    'Separate address for metrics and health checks. Requests must use an IP address, a name without a dot, this name or that of `PUBLIC_URL`.',
  ),
  METRICS_PORT: optional(
    'metrics.port',
    portOrOff,
    '`9464`',
    'Port for metrics and health checks. `off` disables it.',
  ),
  LOG_LEVEL: setting('logLevel', logLevel, 'info', 'Log level. Logs are JSON lines on standard output.'),
  BUILD_COMMIT: optional(
    'commit',
    commit,
    'the commit that is checked out, if the program runs from a checkout',
    'Commit that the program was built from, for the metric `warranty_build_info`.',
  ),
  DRAIN_SECONDS: optional(
    'drainSeconds',
    wholeNumber(0, 300),
    '`5`, or `0` for `npm start`',
    'On shutdown: how long `/readyz` fails before the server stops accepting connections.',
  ),
  STOP_SECONDS: positive('stopSeconds', 30, 600, 'On shutdown: how long running work may take to finish.'),
};

const storage = {
  DATABASE_URL: optional(
    'databaseUrl',
    postgresUrl,
    'the bundled PostgreSQL',
    'Connection URL of your own PostgreSQL 15 or newer. Can be a pooler in transaction mode, or several servers separated by commas, of which the writable one is used.',
  ),
  DATABASE_DIRECT_URL: optional(
    'databaseDirectUrl',
    postgresUrl,
    '`DATABASE_URL`',
    'URL of the same database without the pooler, for migrations and for workers that wait for new jobs. Without it, workers behind a pooler ask for jobs every second.',
  ),
  DATABASE_POOL_SIZE: positive(
    'databasePoolSize',
    10,
    500,
    'Connections per process for requests and jobs. Besides these, `api` uses 2 connections, and `worker` and `all` use 7.',
  ),
  DATA_DIR: optional('dataDir', z.string(), '`.data`', 'Data directory of the bundled PostgreSQL.'),
  DISK_FLOOR_MB: setting(
    'storage.minFreeBytes',
    megabytes(0, 1_000_000),
    '1024',
    'Minimum free disk space in `DATA_DIR`. Below it, uploads are rejected. The disk of your own PostgreSQL is not measured: uploads are rejected for five seconds after it was full. Limit its size with `MAX_DATABASE_GB`.',
  ),
  MAX_DATABASE_GB: setting(
    'storage.maxDatabaseBytes',
    gigabytes(0, 1_000_000),
    '0',
    'Size of the database above which uploads and scans are rejected. `0` means no limit. The size is read every ten seconds.',
  ),
  MIGRATE: setting(
    'migrateAtStart',
    onOff,
    'on',
    'Apply database migrations at startup. With `off`, the process waits until another one has applied them.',
  ),
  SECRETS_KEY: optional(
    'masterKeys.current',
    masterKey,
    '`secrets.key` in `DATA_DIR`, created on first start',
    'Master key that encrypts stored vendor keys: 32 random bytes in base64 (`openssl rand -base64 32`). Must be the same for every process.',
  ),
  SECRETS_OLD_KEYS: optional(
    'masterKeys.previous',
    masterKeys,
    'none',
    'Comma-separated previous master keys, needed until `rotate-key` has run.',
  ),
};

const rateSetting = ({ id, name, rate }: Vendor) =>
  setting(
    `lookups.callsPerSecond.${id}`,
    wholeNumber(1, 1000),
    String(rate.callsPerSecond),
    `Rate limit for ${name} calls per credential, across all processes.`,
  );

const vendorRates = Object.fromEntries(
  vendorsWithKeys.map((vendor) => [rateVariable(vendor.id), rateSetting(vendor)]),
) as Record<ReturnType<typeof rateVariable<VendorId>>, ReturnType<typeof rateSetting>>;

const baseSetting = (base: (typeof vendorBases)[number]) =>
  optional(`vendorBases.${base.name}`, origin, 'the production URL', `Base URL of ${base.description}.`);

const vendorUrls = Object.fromEntries(
  vendorBases.map((base) => [base.variable, baseSetting(base)]),
) as Record<VendorBaseVariable, ReturnType<typeof baseSetting>>;

const vendors = {
  DEMO: optional(
    'demo',
    onOff,
    '`on` for `npm start` until `DELL_CLIENT_ID` is set, otherwise `off`',
    '`on` sends every vendor call to a simulator with sample devices.',
  ),
  DELL_CLIENT_ID: optional(
    'dell.clientId',
    z.string(),
    'none',
    'Client ID of the server’s own TechDirect credentials.',
  ),
  DELL_CLIENT_SECRET: optional(
    'dell.clientSecret',
    z.string(),
    'none',
    'Client secret of the server’s own TechDirect credentials.',
  ),
  ...vendorRates,
  ...vendorUrls,
  CACHE_HOURS: setting(
    'lookups.freshness.foundSeconds',
    hours(0, 8760),
    '24',
    'How long results are cached.',
  ),
  NOT_KNOWN_CACHE_HOURS: setting(
    'lookups.freshness.notKnownSeconds',
    hours(0, 8760),
    '1',
    'How long it is cached that a vendor does not know a device.',
  ),
  CACHE_RETENTION_DAYS: positive(
    'cacheRetentionDays',
    90,
    3650,
    'When cached results are deleted after their last check, and former ones after they changed. Until then, cached results are shown if the vendor is down.',
  ),
  BREAKER_SECONDS: positive(
    'breakerSeconds',
    30,
    3600,
    'How long the circuit breaker stays open after five consecutive vendor failures.',
  ),
};

const links = {
  AGENT_DIR: optional(
    'agents.agentDir',
    z.string(),
    '`apps/agent`',
    'Directory with the agent builds (`dist`, created by `npm run agent:build`) and scripts offered for download.',
  ),
  FEEDBACK_EMAIL: optional(
    'feedbackEmail',
    z.email('must be an email address'),
    'none',
    'Where users send feedback. With this or `ISSUES_URL`, the home page asks for testers once per browser.',
  ),
  ISSUES_URL: optional('issuesUrl', webUrl, 'none', 'Where users report issues.'),
  SPONSOR_NAME: optional(
    'sponsor.label',
    z.string().max(100),
    'none',
    'Name of the sponsor in the footer. Needs `SPONSOR_URL`.',
  ),
  SPONSOR_URL: optional('sponsor.url', webUrl, 'none', 'Link of the sponsor.'),
  PODCAST_NAME: optional(
    'podcast.label',
    z.string().max(100),
    'none',
    'Name of the podcast in the footer. Needs `PODCAST_URL`.',
  ),
  PODCAST_URL: optional('podcast.url', webUrl, 'none', 'Link of the podcast.'),
};

const development = {
  WEB_DIR: optional('webDir', z.string(), '`apps/web/dist`', 'Directory of the built web app.'),
  VENDOR_SIM_URL: optional(
    'vendorSimUrl',
    origin,
    'none',
    'A running vendor simulator. Otherwise demo mode starts one.',
  ),
};

/** Every environment variable the server reads, except `SOCIAL_<NAME>`. */
export const settingGroups = {
  Server: server,
  'Database and storage': storage,
  Vendors: vendors,
  Limits: limits,
  Retention: retention,
  'Sign-in': signIn,
  'Agents and links': links,
  Development: development,
};

type Groups = typeof settingGroups;

/** What the environment says, before the program adds what applies otherwise. */
export type Values = ValuesOf<{ [Name in keyof Groups]: Groups[Name][keyof Groups[Name]] }[keyof Groups]>;

export const settings: [name: string, Setting][] = Object.values(settingGroups).flatMap((group) =>
  Object.entries<Setting>(group),
);
