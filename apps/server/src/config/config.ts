import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forEachBase } from '@warranty/contracts/vendors';
import { readCommit } from '../platform/build-info.ts';
import { isPrivateHost } from '../platform/http/private-host.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { TableSettings } from '../platform/ownership/stored-table.ts';
import { type Environment, readValues, valuesByVariable } from './read-values.ts';
import { webUrl } from './setting-schemas.ts';
import type { Values } from './settings.ts';

const serverRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const repositoryRoot = dirname(dirname(serverRoot));
export const migrationsDir = join(serverRoot, 'migrations');

export type Role = 'all' | 'api' | 'worker';

interface Link {
  label: string;
  url: string;
}

/** Every setting at its key, and what applies where one is not set. */
export type Config = ReturnType<typeof configOf>;

/** Lists all problems in the environment, each with its variable. */
export class ConfigError extends OperatorError {
  constructor(mistakes: string[]) {
    super(
      `Invalid configuration (${mistakes.length === 1 ? '1 problem' : `${mistakes.length} problems`}):\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`,
    );
  }
}

type Complete<T> = { [Name in keyof T]: NonNullable<T[Name]> };

const isComplete = <T extends object>(parts: T): parts is T & Complete<T> =>
  Object.values(parts).every(Boolean);

const isPartial = (parts: object) => !isComplete(parts) && Object.values(parts).some(Boolean);

const ifComplete = <T extends object>(parts: T): Complete<T> | null => (isComplete(parts) ? parts : null);

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

function programVersion(): string {
  const manifest = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

/** Null: no metrics. `required` if the operator set the port. */
function metricsOf({ host, port }: Values['metrics']) {
  return port === 'off' ? null : { host, port: port ?? 9464, required: port !== null };
}

/** Over plain http, everyone between a browser and this server can read cookies, keys and tokens. */
function isExposed({ publicUrl, allowPlainHttp }: Values): boolean {
  if (publicUrl === null || allowPlainHttp) return false;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'http:' && !isPrivateHost(hostname);
}

/** Browsers offer passkeys only for a name, and only where no one else can read what they send. */
function canUsePasskeys(publicUrl: string | null): boolean {
  if (publicUrl === null) return true;
  const { protocol, hostname } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false;
  return protocol === 'https:' || hostname === 'localhost';
}

function masterKeysOf({ current, previous }: Values['masterKeys'], dataDir: string) {
  const fromEnv = current ? [current, ...(previous ?? [])] : [];
  return { fromEnv, file: join(dataDir, 'secrets.key') };
}

/** With a provider, people come back every day to what it says about them, and passkeys would get around it. */
function signInOf({ signIn, oidc }: Values) {
  const hasProvider = oidc.issuer !== null;
  return {
    mode: signIn.mode,
    hours: signIn.hours ?? (hasProvider ? 24 : 168),
    passkeys: signIn.passkeys ?? !hasProvider,
  };
}

/** Null without an identity provider. */
function providerOf({ oidc }: Values) {
  const { issuer, clientId, clientSecret, label, scopes } = oidc;
  if (!issuer || !clientId || !clientSecret) return null;
  return { issuer, clientId, clientSecret, label: label ?? new URL(issuer).host, scopes };
}

/**
 * User-entered URLs are called only if the server is reachable from its own machine alone, unless the operator allows more.
 * Otherwise any user could reach other hosts through the server.
 */
function isOwnMachine({ publicUrl, host }: Values): boolean {
  return publicUrl === null && ['127.0.0.1', '::1', 'localhost'].includes(host);
}

/** Leaves one core for serving requests. */
const defaultReaders = () => Math.max(1, Math.min(2, availableParallelism() - 1));

function configOf(values: Values, social: Link[], role: Role) {
  const dataDir = resolve(values.dataDir ?? join(repositoryRoot, '.data'));
  return {
    ...values,
    version: programVersion(),
    commit: values.commit ?? readCommit(repositoryRoot),
    publicUrl: values.publicUrl ?? `http://localhost:${values.port}`,
    metrics: metricsOf(values.metrics),
    dataDir,
    webDir: resolve(values.webDir ?? join(repositoryRoot, 'apps/web/dist')),
    migrationsDir,
    trustProxy: values.trustProxy ?? [],
    demo: values.demo ?? (role === 'all' && !values.dell.clientId),
    vendorSimProgram: join(repositoryRoot, 'apps/vendor-sim/src/main.ts'),
    /** The installation's own Dell credentials. */
    dell: ifComplete(values.dell),
    /** Scheme and host of every vendor's API. */
    vendorBases: forEachBase(({ name, url }) => new URL(values.vendorBases[name] ?? url).origin),
    masterKeys: masterKeysOf(values.masterKeys, dataDir),
    images: {
      ...values.images,
      readers: { ...values.images.readers, count: values.images.readers.count ?? defaultReaders() },
    },
    agents: {
      ...values.agents,
      agentDir: resolve(values.agents.agentDir ?? join(repositoryRoot, 'apps/agent')),
    },
    relay: {
      ...values.relay,
      customUrls: values.relay.customUrls ?? isOwnMachine(values),
      ports: values.relay.ports ?? [],
    },
    signIn: signInOf(values),
    oidc: providerOf(values),
    drainSeconds: values.drainSeconds ?? (role === 'all' ? 0 : 5),
    /** What tables name by their variables. */
    tableSettings: valuesByVariable(values) as TableSettings,
    sponsor: ifComplete(values.sponsor),
    podcast: ifComplete(values.podcast),
    social,
  };
}

const exposedUrl =
  'PUBLIC_URL must start with https://, because cookies and keys would cross the internet unencrypted. Set ALLOW_PLAIN_HTTP=on if something else encrypts the connection';

const signInUrl =
  'SIGN_IN requires a PUBLIC_URL with https and a name, or http://localhost, because browsers offer passkeys for no other address';

const providerParts = 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together';

/** Some, but not all. */
const hasSomeOf = (...values: (string | null)[]): boolean =>
  new Set(values.map((value) => value === null)).size > 1;

/** The only place that reads the environment, once at startup. Throws if anything is invalid. */
export function readConfig(role: Role, env: Environment = process.env): Config {
  const mistakes: string[] = [];
  const rejectIf = (isWrong: boolean, mistake: string) => {
    if (isWrong) mistakes.push(mistake);
  };
  const values = readValues(env, mistakes);
  const { sponsor, podcast, dell, oidc, masterKeys, databaseDirectUrl } = values;
  rejectIf(isPartial(sponsor), 'SPONSOR_NAME and SPONSOR_URL must be set together');
  rejectIf(isPartial(podcast), 'PODCAST_NAME and PODCAST_URL must be set together');
  const social = socialLinks(env, mistakes);
  rejectIf(
    (dell.clientId === null) !== (dell.clientSecret === null),
    'DELL_CLIENT_ID and DELL_CLIENT_SECRET must be set together',
  );
  rejectIf(isExposed(values), exposedUrl);
  rejectIf(values.signIn.mode !== 'off' && !canUsePasskeys(values.publicUrl), signInUrl);
  rejectIf(hasSomeOf(oidc.issuer, oidc.clientId, oidc.clientSecret), providerParts);
  rejectIf(
    oidc.issuer === null && values.signIn.passkeys === false,
    'PASSKEYS=off requires OIDC_ISSUER, because people could not sign in',
  );
  rejectIf(Boolean(masterKeys.previous && !masterKeys.current), 'SECRETS_OLD_KEYS requires SECRETS_KEY');
  // An invalid DATABASE_URL has already been reported.
  const hasDatabase = Boolean(env.DATABASE_URL || env.DATABASE_URL_FILE);
  rejectIf(!hasDatabase && databaseDirectUrl !== null, 'DATABASE_DIRECT_URL requires DATABASE_URL');
  rejectIf(
    !hasDatabase && role !== 'all',
    'DATABASE_URL is required when api and worker run as separate processes',
  );
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return configOf(values, social, role);
}

/** Whether the parent of this process is a shell of `npm start`. Set by npm. */
export const isNpmStart = (env: Environment = process.env): boolean => env.npm_lifecycle_event === 'start';
