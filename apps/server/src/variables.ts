import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { isMasterKey } from './platform/secrets/master-keys.ts';

/** Requires four parts: some programs read `1` as a number of hops, others as 0.0.0.1. */
const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
const isAddressRange = (text: string) => isAddress(text) || ipaddr.isValidCIDR(text);
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');
export const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const origin = webUrl.refine((text) => {
  const url = URL.parse(text);
  // Text that is not a URL has already been reported.
  return url === null || `${url.protocol}//${url.host}/` === url.href;
}, 'must contain only a scheme and host, such as https://warranty.example.com');
const portOrOff = z
  .string()
  .regex(/^(off|\d+)$/, 'must be "off" or a whole number')
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
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }),
  DATABASE_POOL_SIZE: wholeNumber(1, 500),
  DATA_DIR: z.string(),
  WEB_DIR: z.string(),
  MIGRATE: onOff,
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(
      z.array(
        z
          .string()
          .refine(
            isAddressRange,
            'must be a comma-separated list of IP addresses or CIDR ranges, such as 10.0.0.0/8',
          ),
      ),
    ),
  DEMO: onOff,
  DELL_CLIENT_ID: z.string(),
  DELL_CLIENT_SECRET: z.string(),
  DELL_BASE_URL: origin,
  LENOVO_BASE_URL: origin,
  LENOVO_SUPPORT_BASE_URL: origin,
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
  RELAY_CUSTOM_URLS: onOff,
  RELAY_PORTS: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.string().trim().pipe(wholeNumber(1, 65535)))),
  RELAY_CALLS_PER_MINUTE: wholeNumber(1, 100_000),
  RELAY_CALLS_PER_MINUTE_PER_ADDRESS: wholeNumber(1, 1_000_000),
  PREDICTIONS_PER_MINUTE: wholeNumber(1, 100_000),
  PREDICTION_THREADS: wholeNumber(1, 16),
  PREDICTION_SECONDS: wholeNumber(1, 600),
  PREDICTION_MEMORY_MB: wholeNumber(64, 16_384),
  AGENT_DIR: z.string(),
  AGENT_SECRETS_PER_USER: wholeNumber(1, 10_000),
  AGENT_SCANS_PER_MINUTE: wholeNumber(1, 1_000_000),
  BULK_LIVE_RUNS: wholeNumber(1, 1000),
  BULK_STORED_ROWS: wholeNumber(1, 1_000_000_000),
  DISK_FLOOR_MB: wholeNumber(0, 1_000_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a log level'),
  DRAIN_SECONDS: wholeNumber(0, 300),
  STOP_SECONDS: wholeNumber(1, 600),
  NEW_SESSIONS_PER_HOUR: wholeNumber(1, 1_000_000),
  FEEDBACK_EMAIL: z.email('must be an email address'),
  ISSUES_URL: webUrl,
  SPONSOR_NAME: z.string().max(100),
  SPONSOR_URL: webUrl,
  PODCAST_NAME: z.string().max(100),
  PODCAST_URL: webUrl,
} as const satisfies Record<string, z.ZodType>;

export type Values = { [N in keyof typeof variables]?: z.output<(typeof variables)[N]> };
export type Environment = Record<string, string | undefined>;

/** Reads `NAME`, or the file named by `NAME_FILE`, which is how secrets are usually mounted. */
function rawValue(env: Environment, name: string, problems: string[]): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name] || undefined;
  if (env[name]) problems.push(`${name} and ${name}_FILE must not both be set`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    problems.push(`${name}_FILE points to a file that cannot be read`);
    return undefined;
  }
}

/** Returns the variables that are set and valid. Adds every problem to the list, with the variable's name. */
export function readVariables(env: Environment, problems: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(variables)) {
    const raw = rawValue(env, name, problems);
    if (raw === undefined) continue;
    const result = schema.safeParse(raw);
    if (result.success) values[name] = result.data;
    else problems.push(`${name} ${result.error.issues[0]?.message ?? 'is not valid'}`);
  }
  return values as Values;
}
