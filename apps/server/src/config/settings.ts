import {
  rateVariable,
  type Vendor,
  type VendorBaseVariable,
  type VendorId,
  vendorBases,
  vendorsWithKeys,
} from '@warranty/contracts/vendors';
import * as z from 'zod';
import { limit, quotas, requests, retention } from './quota-settings.ts';
import {
  commit,
  logLevel,
  masterKey,
  masterKeys,
  onOff,
  origin,
  portOrOff,
  ports,
  postgresUrl,
  proxies,
  webUrl,
  wholeNumber,
} from './setting-schemas.ts';

export interface Setting {
  group:
    | 'Server'
    | 'Database and storage'
    | 'Vendors'
    | 'Limits'
    | 'Retention'
    | 'Agents and links'
    | 'Development';
  schema: z.ZodType;
  /** The value if the variable is not set. */
  default?: string;
  /** What applies if the variable is not set and has no fixed default, in Markdown. */
  unset?: string;
  /** One or two sentences, in Markdown. */
  description: string;
}

const server = {
  PUBLIC_URL: {
    group: 'Server',
    schema: origin,
    unset: '`http://localhost:PORT`',
    description:
      'Public base URL. Determines the scheme, cookie settings and the accepted Host header. Must start with `https://` unless its host is on a private network.',
  },
  ALLOW_PLAIN_HTTP: {
    group: 'Server',
    schema: onOff,
    default: 'off',
    description:
      '`on` accepts a public `PUBLIC_URL` without https. Cookies, keys and tokens then cross the network unencrypted, unless something else encrypts it.',
  },
  HOST: { group: 'Server', schema: z.string(), default: '127.0.0.1', description: 'Address to listen on.' },
  PORT: {
    group: 'Server',
    schema: wholeNumber(1, 65535),
    default: '3000',
    description: 'Port to listen on.',
  },
  TRUST_PROXY: {
    group: 'Server',
    schema: proxies,
    unset: 'none',
    description:
      'Comma-separated IP addresses of your proxies, whose `X-Forwarded-*` headers are trusted. CIDR ranges are accepted, but every client in one can choose the IP address that rate limits count.',
  },
  METRICS_HOST: {
    group: 'Server',
    schema: z.string(),
    default: '127.0.0.1',
    description:
      'Separate address for metrics and health checks. Requests must use an IP address, a name without a dot, this name or that of `PUBLIC_URL`.',
  },
  METRICS_PORT: {
    group: 'Server',
    schema: portOrOff,
    unset: '`9464`',
    description: 'Port for metrics and health checks. `off` disables it.',
  },
  LOG_LEVEL: {
    group: 'Server',
    schema: logLevel,
    default: 'info',
    description: 'Log level. Logs are JSON lines on standard output.',
  },
  BUILD_COMMIT: {
    group: 'Server',
    schema: commit,
    unset: 'the commit that is checked out, if the program runs from a checkout',
    description: 'Commit that the program was built from, for the metric `warranty_build_info`.',
  },
  DRAIN_SECONDS: {
    group: 'Server',
    schema: wholeNumber(0, 300),
    unset: '`5`, or `0` for `npm start`',
    description: 'On shutdown: how long `/readyz` fails before the server stops accepting connections.',
  },
  STOP_SECONDS: {
    group: 'Server',
    schema: wholeNumber(1, 600),
    default: '30',
    description: 'On shutdown: how long running work may take to finish.',
  },
} as const satisfies Record<string, Setting>;

const storage = {
  DATABASE_URL: {
    group: 'Database and storage',
    schema: postgresUrl,
    unset: 'the bundled PostgreSQL',
    description:
      'Connection URL of your own PostgreSQL 15 or newer. Can be a pooler in transaction mode, or several servers separated by commas, of which the writable one is used.',
  },
  DATABASE_DIRECT_URL: {
    group: 'Database and storage',
    schema: postgresUrl,
    unset: '`DATABASE_URL`',
    description:
      'URL of the same database without the pooler, for migrations and for workers that wait for new jobs. Without it, workers behind a pooler ask for jobs every second.',
  },
  DATABASE_POOL_SIZE: {
    group: 'Database and storage',
    schema: wholeNumber(1, 500),
    default: '10',
    description:
      'Connections per process for requests and jobs. Besides these, `api` uses 2 connections, and `worker` and `all` use 7.',
  },
  DATA_DIR: {
    group: 'Database and storage',
    schema: z.string(),
    unset: '`.data`',
    description: 'Data directory of the bundled PostgreSQL.',
  },
  DISK_FLOOR_MB: {
    group: 'Database and storage',
    schema: wholeNumber(0, 1_000_000),
    default: '1024',
    description:
      'Minimum free disk space in `DATA_DIR`. Below it, uploads are rejected. The disk of your own PostgreSQL is not measured: uploads are rejected for five seconds after it was full. Limit its size with `MAX_DATABASE_GB`.',
  },
  MAX_DATABASE_GB: {
    group: 'Database and storage',
    schema: wholeNumber(0, 1_000_000),
    default: '0',
    description:
      'Size of the database above which uploads and scans are rejected. `0` means no limit. The size is read every ten seconds.',
  },
  MIGRATE: {
    group: 'Database and storage',
    schema: onOff,
    default: 'on',
    description:
      'Apply database migrations at startup. With `off`, the process waits until another one has applied them.',
  },
  SECRETS_KEY: {
    group: 'Database and storage',
    schema: masterKey,
    unset: '`secrets.key` in `DATA_DIR`, created on first start',
    description:
      'Master key that encrypts stored vendor keys: 32 random bytes in base64 (`openssl rand -base64 32`). Must be the same for every process.',
  },
  SECRETS_OLD_KEYS: {
    group: 'Database and storage',
    schema: masterKeys,
    unset: 'none',
    description: 'Comma-separated previous master keys, needed until `rotate-key` has run.',
  },
} as const satisfies Record<string, Setting>;

const vendorUrl = (host: string) =>
  ({
    group: 'Vendors',
    schema: origin,
    unset: 'the production URL',
    description: `Base URL of ${host}.`,
  }) as const satisfies Setting;

const vendorUrls = Object.fromEntries(
  vendorBases.map(({ variable, description }) => [variable, vendorUrl(description)]),
) as Record<VendorBaseVariable, ReturnType<typeof vendorUrl>>;

const rateSetting = ({ name, rate }: Vendor) =>
  ({
    group: 'Vendors',
    schema: wholeNumber(1, 1000),
    default: String(rate.callsPerSecond),
    description: `Rate limit for ${name} calls per credential, across all processes.`,
  }) as const satisfies Setting;

const vendorRates = Object.fromEntries(
  vendorsWithKeys.map((vendor) => [rateVariable(vendor.id), rateSetting(vendor)]),
) as Record<ReturnType<typeof rateVariable<VendorId>>, ReturnType<typeof rateSetting>>;

const vendors = {
  DEMO: {
    group: 'Vendors',
    schema: onOff,
    unset: '`on` for `npm start` until `DELL_CLIENT_ID` is set, otherwise `off`',
    description: '`on` sends every vendor call to a simulator with sample devices.',
  },
  DELL_CLIENT_ID: {
    group: 'Vendors',
    schema: z.string(),
    unset: 'none',
    description: 'Client ID of the server’s own TechDirect credentials.',
  },
  DELL_CLIENT_SECRET: {
    group: 'Vendors',
    schema: z.string(),
    unset: 'none',
    description: 'Client secret of the server’s own TechDirect credentials.',
  },
  ...vendorRates,
  ...vendorUrls,
  CACHE_HOURS: {
    group: 'Vendors',
    schema: wholeNumber(0, 8760),
    default: '24',
    description: 'How long results are cached.',
  },
  NOT_KNOWN_CACHE_HOURS: {
    group: 'Vendors',
    schema: wholeNumber(0, 8760),
    default: '1',
    description: 'How long it is cached that a vendor does not know a device.',
  },
  CACHE_RETENTION_DAYS: {
    group: 'Vendors',
    schema: wholeNumber(1, 3650),
    default: '90',
    description:
      'When cached results are deleted after their last check, and former ones after they changed. Until then, cached results are shown if the vendor is down.',
  },
  BREAKER_SECONDS: {
    group: 'Vendors',
    schema: wholeNumber(1, 3600),
    default: '30',
    description: 'How long the circuit breaker stays open after five consecutive vendor failures.',
  },
} as const satisfies Record<string, Setting>;

const limits = {
  ...requests,
  NEW_SESSIONS_PER_HOUR: limit(wholeNumber(1, 1_000_000), '300', 'New sessions per IP address.'),
  LOOKUPS_PER_MINUTE: limit(
    wholeNumber(1, 100_000),
    '60',
    'Vendor calls on the server’s own credentials per session. Cached results and bulk runs do not count.',
  ),
  LOOKUPS_PER_MINUTE_PER_ADDRESS: limit(
    wholeNumber(1, 1_000_000),
    '300',
    'Vendor calls on the server’s own credentials per IP address. Cached results and bulk runs do not count.',
  ),
  VENDOR_CALLS_PER_DAY: limit(
    wholeNumber(1, 1_000_000_000),
    '20000',
    'Vendor calls on the server’s own credentials per user and day (UTC), including bulk runs. A call looks up as many devices as the vendor takes at once (Dell: 100).',
  ),
  VENDOR_CALLS_PER_DAY_PER_ADDRESS: limit(wholeNumber(1, 1_000_000_000), '60000', 'The same per IP address.'),
  ACCESS_TOKENS_PER_USER: limit(wholeNumber(1, 10_000), '50', 'Access tokens per user.'),
  TOKEN_REQUESTS_PER_MINUTE: limit(
    wholeNumber(1, 1_000_000),
    '600',
    'Requests per access token, across all processes.',
  ),
  TOKEN_USAGE_SECONDS: limit(wholeNumber(1, 3600), '60', 'How often token usage is written to the database.'),
  RELAY_CUSTOM_URLS: {
    group: 'Limits',
    schema: onOff,
    unset: '`on` if `PUBLIC_URL` is not set and `HOST` is loopback, otherwise `off`',
    description: 'Whether the API tester may call custom URLs through the server.',
  },
  RELAY_PORTS: {
    group: 'Limits',
    schema: ports,
    unset: 'none',
    description: 'Comma-separated additional ports for those calls, besides 80, 443 and 8443.',
  },
  RELAY_CALLS_PER_MINUTE: limit(
    wholeNumber(1, 100_000),
    '30',
    'API tester calls through the server per session.',
  ),
  RELAY_CALLS_PER_MINUTE_PER_ADDRESS: limit(
    wholeNumber(1, 1_000_000),
    '120',
    'API tester calls through the server per IP address.',
  ),
  KEY_TESTS_PER_HOUR_PER_ADDRESS: limit(
    wholeNumber(1, 1_000_000),
    '120',
    'Tests of vendor keys per IP address. Each user can test 20 a minute.',
  ),
  IMAGES_PER_MINUTE: limit(wholeNumber(1, 100_000), '30', 'Photos per session.'),
  IMAGES_PER_MINUTE_PER_ADDRESS: limit(wholeNumber(1, 1_000_000), '120', 'Photos per IP address.'),
  IMAGE_READERS: {
    group: 'Limits',
    schema: wholeNumber(1, 16),
    unset: '`1`, or `2` with three or more cores',
    description: 'Number of image reader processes, started on demand.',
  },
  IMAGE_SANDBOX: limit(
    z.enum(['auto', 'required', 'off'], 'must be auto, required or off'),
    'auto',
    'Isolation of image readers by the operating system, see [security.md](security.md). `required` refuses to start without it.',
  ),
  IMAGE_SECONDS: limit(wholeNumber(1, 300), '20', 'Time limit per photo.'),
  IMAGE_MEMORY_MB: limit(wholeNumber(100, 16_384), '700', 'Memory limit per photo.'),
  PREDICTIONS_PER_MINUTE: limit(
    wholeNumber(1, 100_000),
    '60',
    'Purchase date predictions (single assets or files) per session.',
  ),
  PREDICTIONS_PER_MINUTE_PER_ADDRESS: limit(
    wholeNumber(1, 1_000_000),
    '300',
    'Purchase date predictions (single assets or files) per IP address.',
  ),
  PREDICTION_THREADS: limit(
    wholeNumber(1, 16),
    '1',
    'Files predicted in parallel per process, of each size: up to 0.5 MB, up to 8 MB, and larger.',
  ),
  PREDICTION_SECONDS: limit(wholeNumber(1, 600), '120', 'Time limit per file.'),
  PREDICTION_MEMORY_MB: limit(wholeNumber(64, 16_384), '1536', 'Memory limit per file.'),
  AGENT_SECRETS_PER_USER: limit(wholeNumber(1, 10_000), '50', 'Agent secrets per user.'),
  AGENT_SCANS_PER_MINUTE: limit(wholeNumber(1, 1_000_000), '600', 'Scans per agent secret.'),
} as const satisfies Record<string, Setting>;

const optional = <T extends z.ZodType>(schema: T, description: string) =>
  ({ group: 'Agents and links', schema, unset: 'none', description }) as const;

const links = {
  AGENT_DIR: {
    group: 'Agents and links',
    schema: z.string(),
    unset: '`apps/agent`',
    description:
      'Directory with the agent builds (`dist`, created by `npm run agent:build`) and scripts offered for download.',
  },
  FEEDBACK_EMAIL: optional(
    z.email('must be an email address'),
    'Where users send feedback. With this or `ISSUES_URL`, the home page asks for testers once per browser.',
  ),
  ISSUES_URL: optional(webUrl, 'Where users report issues.'),
  SPONSOR_NAME: optional(z.string().max(100), 'Name of the sponsor in the footer. Needs `SPONSOR_URL`.'),
  SPONSOR_URL: optional(webUrl, 'Link of the sponsor.'),
  PODCAST_NAME: optional(z.string().max(100), 'Name of the podcast in the footer. Needs `PODCAST_URL`.'),
  PODCAST_URL: optional(webUrl, 'Link of the podcast.'),
} as const satisfies Record<string, Setting>;

const development = {
  WEB_DIR: {
    group: 'Development',
    schema: z.string(),
    unset: '`apps/web/dist`',
    description: 'Directory of the built web app.',
  },
  VENDOR_SIM_URL: {
    group: 'Development',
    schema: origin,
    unset: 'none',
    description: 'A running vendor simulator. Otherwise demo mode starts one.',
  },
} as const satisfies Record<string, Setting>;

/** Every environment variable the server reads, except `SOCIAL_<NAME>`. */
export const settings = {
  ...server,
  ...storage,
  ...vendors,
  ...limits,
  ...quotas,
  ...retention,
  ...links,
  ...development,
} as const satisfies Record<string, Setting>;
