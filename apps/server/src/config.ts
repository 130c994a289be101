import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { isMasterKey } from './platform/secrets/master-keys.ts';

const serverRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const repositoryRoot = dirname(dirname(serverRoot));

export type Role = 'all' | 'api' | 'worker';

interface Link {
  label: string;
  url: string;
}

export interface Config {
  version: string;
  publicUrl: string;
  host: string;
  port: number;
  /** Null: no metrics. `required` when the operator chose the port. */
  metrics: { host: string; port: number; required: boolean } | null;
  /** Null: the PostgreSQL that comes with the product, in `dataDir`. */
  databaseUrl: string | null;
  databasePoolSize: number;
  dataDir: string;
  webDir: string;
  migrationsDir: string;
  migrateAtStart: boolean;
  trustProxy: string[];
  demo: boolean;
  /** A simulator that runs already; without it demo mode starts one. */
  vendorSimUrl: string | null;
  vendorSimProgram: string;
  /** The installation's own credentials for Dell. */
  dell: { clientId: string; clientSecret: string } | null;
  /** Scheme and host of every vendor's API. */
  vendorAddresses: ReturnType<typeof addressesOf>;
  masterKeys: { given: string[]; file: string };
  dellCallsPerSecond: number;
  breakerSeconds: number;
  cacheHours: number;
  notKnownCacheHours: number;
  lookupsPerMinute: number;
  lookupsPerMinutePerAddress: number;
  accessTokens: { tokensPerUser: number; requestsPerMinute: number; usageSeconds: number };
  images: { readers: number; secondsPerImage: number; mostMemoryBytes: number; perMinute: number };
  bulk: { liveRuns: number; storedRows: number; freeBytes: number };
  logLevel: string;
  drainSeconds: number;
  stopSeconds: number;
  newSessionsPerHour: number;
  feedbackEmail: string | null;
  sponsor: Link | null;
  podcast: Link | null;
  social: Link[];
}

/** Every mistake in the environment at once, each with the variable's name. */
export class ConfigError extends Error {
  constructor(mistakes: string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

/** Four parts, not the short forms: `1` means a number of hops to some programs and 0.0.0.1 to others. */
const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
const isAddressRange = (text: string) => isAddress(text) || ipaddr.isValidCIDR(text);
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));
const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');
const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const origin = webUrl.refine((text) => {
  const url = URL.parse(text);
  // What is no address at all has been complained of already.
  return url === null || `${url.protocol}//${url.host}/` === url.href;
}, 'must be a scheme and host alone, such as https://warranty.example.com');
const portOrOff = z
  .string()
  .regex(/^(off|\d+)$/, 'must be off or a whole number')
  .transform((text) => (text === 'off' ? text : Number(text)))
  .refine((value) => value === 'off' || (value >= 1 && value <= 65535), 'must be a port, 1 to 65535');

const masterKey = z
  .string()
  .refine(isMasterKey, 'must be 32 random bytes in base64, such as `openssl rand -base64 32` prints');

const variables = {
  PUBLIC_URL: origin,
  HOST: z.string(),
  PORT: wholeNumber(1, 65535),
  METRICS_HOST: z.string(),
  METRICS_PORT: portOrOff,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
  DATABASE_POOL_SIZE: wholeNumber(1, 500),
  DATA_DIR: z.string(),
  WEB_DIR: z.string(),
  MIGRATE: onOff,
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(
      z.array(
        z.string().refine(isAddressRange, 'must be addresses or ranges, such as 10.0.0.0/8, with commas'),
      ),
    ),
  DEMO: onOff,
  DELL_CLIENT_ID: z.string(),
  DELL_CLIENT_SECRET: z.string(),
  DELL_BASE_URL: origin,
  LENOVO_BASE_URL: origin,
  HP_BASE_URL: origin,
  CISCO_BASE_URL: origin,
  CISCO_TOKEN_BASE_URL: origin,
  MERAKI_BASE_URL: origin,
  DELL_CALLS_PER_SECOND: wholeNumber(1, 1000),
  SECRETS_KEY: masterKey,
  SECRETS_OLD_KEYS: z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(z.array(masterKey)),
  VENDOR_SIM_URL: origin,
  BREAKER_SECONDS: wholeNumber(1, 3600),
  CACHE_HOURS: wholeNumber(0, 8760),
  NOT_KNOWN_CACHE_HOURS: wholeNumber(0, 8760),
  LOOKUPS_PER_MINUTE: wholeNumber(1, 100_000),
  LOOKUPS_PER_MINUTE_PER_ADDRESS: wholeNumber(1, 1_000_000),
  ACCESS_TOKENS_PER_USER: wholeNumber(1, 10_000),
  TOKEN_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000),
  TOKEN_USAGE_SECONDS: wholeNumber(1, 3600),
  IMAGES_PER_MINUTE: wholeNumber(1, 100_000),
  IMAGE_READERS: wholeNumber(1, 16),
  IMAGE_SECONDS: wholeNumber(1, 300),
  IMAGE_MEMORY_MB: wholeNumber(100, 16_384),
  BULK_LIVE_RUNS: wholeNumber(1, 1000),
  BULK_STORED_ROWS: wholeNumber(1, 1_000_000_000),
  DISK_FLOOR_MB: wholeNumber(0, 1_000_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a log level'),
  DRAIN_SECONDS: wholeNumber(0, 300),
  STOP_SECONDS: wholeNumber(1, 600),
  NEW_SESSIONS_PER_HOUR: wholeNumber(1, 1_000_000),
  FEEDBACK_EMAIL: z.email('must be an e-mail address'),
  SPONSOR_NAME: z.string().max(100),
  SPONSOR_URL: webUrl,
  PODCAST_NAME: z.string().max(100),
  PODCAST_URL: webUrl,
} as const satisfies Record<string, z.ZodType>;

type Values = { [N in keyof typeof variables]?: z.output<(typeof variables)[N]> };
type Environment = Record<string, string | undefined>;

/** Reads `NAME`, or the file that `NAME_FILE` names, which is how secrets are usually mounted. */
function rawValue(env: Environment, name: string, mistakes: string[]): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name] || undefined;
  if (env[name]) mistakes.push(`${name} and ${name}_FILE are both set; use one`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    mistakes.push(`${name}_FILE names a file that cannot be read`);
    return undefined;
  }
}

function readVariables(env: Environment, mistakes: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(variables)) {
    const raw = rawValue(env, name, mistakes);
    if (raw === undefined) continue;
    const result = schema.safeParse(raw);
    if (result.success) values[name] = result.data;
    else mistakes.push(`${name} ${result.error.issues[0]?.message ?? 'is not valid'}`);
  }
  return values as Values;
}

function link(
  name: string,
  label: string | undefined,
  url: string | undefined,
  mistakes: string[],
): Link | null {
  if (label && url) return { label, url };
  if (label || url) mistakes.push(`${name}_NAME and ${name}_URL go together; one is missing`);
  return null;
}

const properNames: Record<string, string> = {
  GITHUB: 'GitHub',
  LINKEDIN: 'LinkedIn',
  YOUTUBE: 'YouTube',
  TIKTOK: 'TikTok',
};

/** `SOCIAL_MASTODON=https://...`: any number of them, named by what follows the underscore. */
function socialLinks(env: Environment, mistakes: string[]): Link[] {
  const names = Object.keys(env).filter((name) => /^SOCIAL_[A-Z0-9]+$/.test(name) && env[name]);
  return names.sort().flatMap((name) => {
    const url = webUrl.safeParse(env[name]);
    if (!url.success) mistakes.push(`${name} must be an http or https address`);
    const key = name.slice('SOCIAL_'.length);
    const label = properNames[key] ?? key.charAt(0) + key.slice(1).toLowerCase();
    return url.success ? [{ label, url: url.data }] : [];
  });
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
    host: values.METRICS_HOST ?? '127.0.0.1',
    port: values.METRICS_PORT ?? 9464,
    required: values.METRICS_PORT !== undefined,
  };
}

function dellOf(values: Values): Config['dell'] {
  const { DELL_CLIENT_ID: clientId, DELL_CLIENT_SECRET: clientSecret } = values;
  if (!clientId || !clientSecret) return null;
  return { clientId, clientSecret };
}

function addressesOf(values: Values) {
  const address = (set: string | undefined, own: string) => new URL(set ?? own).origin;
  return {
    dell: address(values.DELL_BASE_URL, 'https://apigtwb2c.us.dell.com'),
    lenovo: address(values.LENOVO_BASE_URL, 'https://supportapi.lenovo.com'),
    hp: address(values.HP_BASE_URL, 'https://warranty.api.hp.com'),
    cisco: address(values.CISCO_BASE_URL, 'https://apix.cisco.com'),
    ciscoToken: address(values.CISCO_TOKEN_BASE_URL, 'https://id.cisco.com'),
    meraki: address(values.MERAKI_BASE_URL, 'https://api.meraki.com'),
  };
}

function masterKeysOf(values: Values, dataDir: string): Config['masterKeys'] {
  const given = values.SECRETS_KEY ? [values.SECRETS_KEY, ...(values.SECRETS_OLD_KEYS ?? [])] : [];
  return { given, file: join(dataDir, 'secrets.key') };
}

/** One core is left for answering requests. */
function imagesOf(values: Values): Config['images'] {
  return {
    readers: values.IMAGE_READERS ?? Math.max(1, Math.min(2, availableParallelism() - 1)),
    secondsPerImage: values.IMAGE_SECONDS ?? 20,
    mostMemoryBytes: (values.IMAGE_MEMORY_MB ?? 700) * 1024 * 1024,
    perMinute: values.IMAGES_PER_MINUTE ?? 30,
  };
}

/** The only reader of the environment: once, at the start, all of it or nothing. */
export function readConfig(role: Role, env: Environment = process.env): Config {
  const mistakes: string[] = [];
  const values = readVariables(env, mistakes);
  const sponsor = link('SPONSOR', values.SPONSOR_NAME, values.SPONSOR_URL, mistakes);
  const podcast = link('PODCAST', values.PODCAST_NAME, values.PODCAST_URL, mistakes);
  const social = socialLinks(env, mistakes);
  if ((values.DELL_CLIENT_ID === undefined) !== (values.DELL_CLIENT_SECRET === undefined)) {
    mistakes.push('DELL_CLIENT_ID and DELL_CLIENT_SECRET go together; one is missing');
  }
  if (values.SECRETS_OLD_KEYS && !values.SECRETS_KEY) {
    mistakes.push('SECRETS_OLD_KEYS goes with SECRETS_KEY, which is missing');
  }
  if (role !== 'all' && !values.DATABASE_URL && !rawDatabaseUrl(env)) {
    mistakes.push('DATABASE_URL is needed when api and worker run as processes of their own');
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes);

  const port = values.PORT ?? 3000;
  const dataDir = resolve(values.DATA_DIR ?? join(repositoryRoot, '.data'));
  return {
    version: programVersion(),
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${port}`,
    host: values.HOST ?? '127.0.0.1',
    port,
    metrics: metricsOf(values),
    databaseUrl: values.DATABASE_URL ?? null,
    databasePoolSize: values.DATABASE_POOL_SIZE ?? 10,
    dataDir,
    webDir: resolve(values.WEB_DIR ?? join(repositoryRoot, 'apps/web/dist')),
    migrationsDir: join(serverRoot, 'migrations'),
    migrateAtStart: values.MIGRATE ?? true,
    trustProxy: values.TRUST_PROXY ?? [],
    demo: values.DEMO ?? (role === 'all' && !values.DELL_CLIENT_ID),
    vendorSimUrl: values.VENDOR_SIM_URL ?? null,
    vendorSimProgram: join(repositoryRoot, 'apps/vendor-sim/src/main.ts'),
    dell: dellOf(values),
    vendorAddresses: addressesOf(values),
    masterKeys: masterKeysOf(values, dataDir),
    dellCallsPerSecond: values.DELL_CALLS_PER_SECOND ?? 10,
    breakerSeconds: values.BREAKER_SECONDS ?? 30,
    cacheHours: values.CACHE_HOURS ?? 24,
    notKnownCacheHours: values.NOT_KNOWN_CACHE_HOURS ?? 1,
    lookupsPerMinute: values.LOOKUPS_PER_MINUTE ?? 60,
    lookupsPerMinutePerAddress: values.LOOKUPS_PER_MINUTE_PER_ADDRESS ?? 300,
    accessTokens: {
      tokensPerUser: values.ACCESS_TOKENS_PER_USER ?? 50,
      requestsPerMinute: values.TOKEN_REQUESTS_PER_MINUTE ?? 600,
      usageSeconds: values.TOKEN_USAGE_SECONDS ?? 60,
    },
    images: imagesOf(values),
    bulk: {
      liveRuns: values.BULK_LIVE_RUNS ?? 3,
      storedRows: values.BULK_STORED_ROWS ?? 3_000_000,
      freeBytes: (values.DISK_FLOOR_MB ?? 1024) * 1024 * 1024,
    },
    logLevel: values.LOG_LEVEL ?? 'info',
    drainSeconds: values.DRAIN_SECONDS ?? (role === 'all' ? 0 : 5),
    stopSeconds: values.STOP_SECONDS ?? 30,
    newSessionsPerHour: values.NEW_SESSIONS_PER_HOUR ?? 300,
    feedbackEmail: values.FEEDBACK_EMAIL ?? null,
    sponsor,
    podcast,
    social,
  };
}

/** A DATABASE_URL that is there but wrong is one mistake, not two. */
function rawDatabaseUrl(env: Environment): boolean {
  return Boolean(env.DATABASE_URL || env.DATABASE_URL_FILE);
}
