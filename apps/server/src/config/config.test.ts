import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replay } from '../../../../packages/domain/test/recorded.ts';
import { makeFolder } from '../../test/folder.ts';
import { type Config, ConfigError, type Role, readConfig } from './config.ts';

const databaseUrl = 'postgres://warranty:canary-password@db.example.com/warranty';

/** The problems that readConfig reports, one per line. */
function mistakesIn(env: Record<string, string>, role: Role = 'all'): string[] {
  try {
    readConfig(role, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('accepts and refuses what is recorded', () => {
    const path = `${import.meta.dirname}/config.recorded.txt`;
    const problems = (env: Record<string, string>, role?: Role) =>
      mistakesIn(env, role).map((line) => line.trim());
    const setting = (
      name: keyof Config,
      part: string | null,
      env: Record<string, string>,
      role: Role = 'all',
    ) => {
      const value = readConfig(role, env)[name];
      return part === null ? value : (value as Record<string, unknown>)[part];
    };
    return expect(replay(readFileSync(path, 'utf8'), { problems, setting })).toMatchFileSnapshot(path);
  });

  it('has defaults that work on a laptop', () => {
    expect(readConfig('all', {})).toMatchObject({
      publicUrl: 'http://localhost:3000',
      host: '127.0.0.1',
      port: 3000,
      metrics: { host: '127.0.0.1', port: 9464, required: false },
      databaseUrl: null,
      databasePoolSize: 10,
      migrateAtStart: true,
      trustProxy: [],
      demo: true,
      logLevel: 'info',
      drainSeconds: 0,
      stopSeconds: 30,
      newSessionsPerHour: 300,
      feedbackEmail: null,
      issuesUrl: null,
      sponsor: null,
      podcast: null,
      social: [],
    });
    expect(readConfig('all', {}).version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('treats an empty variable as not set', () => {
    const names = ['PUBLIC_URL', 'PORT', 'DATABASE_URL', 'TRUST_PROXY', 'DEMO', 'SPONSOR_URL', 'SOCIAL_X'];
    const env = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig('all', env)).toEqual(readConfig('all', {}));
  });

  it.each(['api', 'worker'] as const)('gives the role %s time to drain', (role) => {
    expect(readConfig(role, { DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl, drainSeconds: 5 });
  });

  it('uses PORT in the URL it prints, unless PUBLIC_URL is set', () => {
    expect(readConfig('all', { PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    const env = { PORT: '8080', PUBLIC_URL: 'https://warranty.example.com' };
    expect(readConfig('all', env)).toMatchObject({ port: 8080, publicUrl: 'https://warranty.example.com' });
  });

  it('requires a metrics port that was set explicitly, and allows turning metrics off', () => {
    expect(readConfig('all', { METRICS_PORT: '9000', METRICS_HOST: '0.0.0.0' }).metrics).toEqual({
      host: '0.0.0.0',
      port: 9000,
      required: true,
    });
    expect(readConfig('all', { METRICS_PORT: 'off' }).metrics).toBeNull();
  });
});

describe('configuration problems', () => {
  it('are all reported together, each with its variable', () => {
    const mistakes = mistakesIn({
      PUBLIC_URL: 'ftp://warranty.example.com',
      PORT: '70000',
      DATABASE_URL: 'mysql://db',
      TRUST_PROXY: 'everyone',
      MIGRATE: 'yes',
      LOG_LEVEL: 'loud',
      FEEDBACK_EMAIL: 'nobody',
      ISSUES_URL: 'javascript:alert(1)',
      SOCIAL_GITHUB: 'github.com/x',
      SPONSOR_NAME: 'Acme',
    });
    expect(mistakes).toEqual([
      '  PUBLIC_URL must be an http or https URL',
      '  PORT must be at most 65535',
      '  TRUST_PROXY must be a comma-separated list of IP addresses or CIDR ranges, such as 10.0.0.5',
      '  LOG_LEVEL must be a log level',
      '  DATABASE_URL must be a postgres:// URL',
      '  MIGRATE must be on or off',
      '  FEEDBACK_EMAIL must be an email address',
      '  ISSUES_URL must be an http or https URL',
      '  SPONSOR_NAME and SPONSOR_URL must be set together',
      '  SOCIAL_GITHUB must be an http or https URL',
    ]);
    expect(() => readConfig('all', { PORT: 'x', MIGRATE: 'y' })).toThrow(
      /Invalid configuration \(2 problems\):/,
    );
    expect(() => readConfig('all', { PORT: 'x' })).toThrow(/Invalid configuration \(1 problem\):/);
  });

  it('are none for several database servers, or for a way around the pooler', () => {
    const several = 'postgres://warranty:canary@a.example.com:5432,b.example.com:5432/warranty';
    expect(readConfig('api', { DATABASE_URL: several, DATABASE_DIRECT_URL: databaseUrl })).toMatchObject({
      databaseUrl: several,
      databaseDirectUrl: databaseUrl,
    });
  });
});

it('DELL_CLIENT_ID and DELL_CLIENT_SECRET are the credentials of the installation', () => {
  const env = { DELL_CLIENT_ID: 'id', DELL_CLIENT_SECRET: 'canary' };
  expect(readConfig('all', env)).toMatchObject({
    dell: { clientId: 'id' },
    vendorBases: { dell: 'https://apigtwb2c.us.dell.com' },
  });
  expect(readConfig('all', {}).dell).toBeNull();
});

describe('operator links', () => {
  it('have a name and a URL', () => {
    const env = {
      SPONSOR_NAME: 'Acme',
      SPONSOR_URL: 'https://acme.example.com',
      PODCAST_NAME: 'The Cast',
      PODCAST_URL: 'https://cast.example.com/feed',
    };
    expect(readConfig('all', env)).toMatchObject({
      sponsor: { label: 'Acme', url: 'https://acme.example.com' },
      podcast: { label: 'The Cast', url: 'https://cast.example.com/feed' },
    });
  });

  it('to social networks are named after their variable, in order', () => {
    const env = {
      SOCIAL_YOUTUBE: 'https://youtube.com/@x',
      SOCIAL_MASTODON: 'https://mastodon.social/@x',
      SOCIAL_GITHUB: 'https://github.com/x',
      SOCIAL_: 'https://nameless.example.com',
      NOT_SOCIAL_X: 'https://other.example.com',
    };
    expect(readConfig('all', env).social).toEqual([
      { label: 'GitHub', url: 'https://github.com/x' },
      { label: 'Mastodon', url: 'https://mastodon.social/@x' },
      { label: 'YouTube', url: 'https://youtube.com/@x' },
    ]);
  });
});

describe('a value read from a file', () => {
  const folder = makeFolder({ 'database-url': `${databaseUrl}\n`, wrong: 'mysql://u:canary-password@db/x' });
  const file = join(folder, 'database-url');

  it('is read without the trailing newline', () => {
    expect(readConfig('api', { DATABASE_URL_FILE: file }).databaseUrl).toBe(databaseUrl);
  });

  it('is rejected if the variable itself is also set', () => {
    expect(mistakesIn({ DATABASE_URL: databaseUrl, DATABASE_URL_FILE: file })).toEqual([
      '  DATABASE_URL and DATABASE_URL_FILE must not both be set',
    ]);
  });

  it('is reported as one problem if the file cannot be read', () => {
    expect(mistakesIn({ DATABASE_URL_FILE: join(folder, 'gone') }, 'api')).toEqual([
      '  DATABASE_URL_FILE points to a file that cannot be read',
    ]);
  });

  it('is validated like the variable and never shown', () => {
    expect(mistakesIn({ DATABASE_URL_FILE: join(folder, 'wrong') })).toEqual([
      '  DATABASE_URL must be a postgres:// URL',
    ]);
  });
});

describe('SECRETS_KEY', () => {
  const key = Buffer.alloc(32, 'a').toString('base64');

  it('is 32 bytes in base64', () => {
    expect(readConfig('all', {}).masterKeys).toMatchObject({ fromEnv: [] });
    const old = Buffer.alloc(32, 'b').toString('base64');
    expect(readConfig('all', { SECRETS_KEY: key, SECRETS_OLD_KEYS: old }).masterKeys.fromEnv).toEqual([
      key,
      old,
    ]);
  });
});
