import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, type Role, readConfig } from './config.ts';

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

  it.each(['api', 'worker'] as const)('gives the role %s time to drain and requires a database', (role) => {
    expect(mistakesIn({}, role)).toEqual([
      '  DATABASE_URL is required when api and worker run as separate processes',
    ]);
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
    expect(mistakesIn({ DATABASE_URL: 'postgres://a,:b/warranty' }, 'api')).toEqual([
      '  DATABASE_URL must be a postgres:// URL',
    ]);
    expect(mistakesIn({ DATABASE_DIRECT_URL: databaseUrl }, 'all')).toEqual([
      '  DATABASE_DIRECT_URL requires DATABASE_URL',
    ]);
  });

  it('are reported once for an invalid DATABASE_URL', () => {
    expect(mistakesIn({ DATABASE_URL: 'mysql://db' }, 'api')).toEqual([
      '  DATABASE_URL must be a postgres:// URL',
    ]);
  });

  it.each([
    ['PORT', '0', 'must be at least 1'],
    ['PORT', '3000.5', 'must be a whole number'],
    ['PORT', '-1', 'must be a whole number'],
    ['PORT', '0x10', 'must be a whole number'],
    ['DATABASE_POOL_SIZE', '501', 'must be at most 500'],
    ['DRAIN_SECONDS', '301', 'must be at most 300'],
    ['STOP_SECONDS', '0', 'must be at least 1'],
    ['NEW_SESSIONS_PER_HOUR', '0', 'must be at least 1'],
    ['SPONSOR_URL', 'javascript:alert(1)', 'must be an http or https URL'],
    ['PODCAST_URL', 'ftp://example.com', 'must be an http or https URL'],
  ])('are reported for %s=%s', (name, value, sentence) => {
    expect(mistakesIn({ [name]: value })).toContain(`  ${name} ${sentence}`);
  });

  it.each([
    'mysql://u:canary-password@db/x',
    'http://u:canary-password@db/x',
    'u:canary-password@db/x',
    'postgres://u:canary-password@db:99999999/x',
  ])('never show the password of %s', (value) => {
    const mistakes = mistakesIn({ DATABASE_URL: value }, 'api');
    expect(mistakes).toHaveLength(1);
    expect(mistakes.join()).not.toContain('canary');
  });
});

describe('PUBLIC_URL', () => {
  it.each([
    'https://warranty.example.com/app',
    'https://warranty.example.com/?x=1',
    'https://warranty.example.com/#x',
    'https://user@warranty.example.com',
  ])('contains only a scheme and host: %s is rejected', (value) => {
    expect(mistakesIn({ PUBLIC_URL: value })).toEqual([
      '  PUBLIC_URL must contain only a scheme and host, such as https://warranty.example.com',
    ]);
  });

  it.each(['http://10.0.0.5:3000', 'https://warranty.example.com', 'https://warranty.example.com/'])(
    'may be %s',
    (value) => {
      expect(mistakesIn({ PUBLIC_URL: value })).toEqual([]);
    },
  );
});

describe('common configuration mistakes', () => {
  it('rejects a PUBLIC_URL that is not a URL', () => {
    expect(mistakesIn({ PUBLIC_URL: 'warranty' })).toEqual(['  PUBLIC_URL must be an http or https URL']);
  });

  it('rejects a PUBLIC_URL with a password and no user', () => {
    expect(mistakesIn({ PUBLIC_URL: 'https://:canary@warranty.example.com' })).toHaveLength(1);
  });

  it('rejects a number of hops as TRUST_PROXY', () => {
    expect(mistakesIn({ TRUST_PROXY: '1' })).toHaveLength(1);
  });

  it('explains what METRICS_PORT may be', () => {
    expect(mistakesIn({ METRICS_PORT: 'none' })).toEqual(['  METRICS_PORT must be "off" or a whole number']);
  });
});

describe('TRUST_PROXY', () => {
  it('is a list of addresses and ranges', () => {
    const { trustProxy } = readConfig('all', { TRUST_PROXY: '10.0.0.0/8, 192.0.2.7,2001:db8::/32' });
    expect(trustProxy).toEqual(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);
  });

  it.each([
    '0.0.0.0/0',
    '10.0.0.5,0.0.0.0/1',
    '128.0.0.0/7',
    '::/0',
    '2000::/3',
    '2001::/15',
    '::ffff:0:0/96',
    '::ffff:a00:0/103',
  ])('is never a range as wide as %j', (value) => {
    expect(mistakesIn({ TRUST_PROXY: value })).toEqual([
      '  TRUST_PROXY must not contain a range as wide as this one, because everyone in it could choose their IP address. Name the address of your proxy',
    ]);
  });

  it.each(['::ffff:a00:0/104', '2a06:98c0::/29', '::1', '172.64.0.0/13'])('may be %j', (value) => {
    expect(mistakesIn({ TRUST_PROXY: value })).toEqual([]);
  });

  it.each(['true', 'loopback', '10.0.0.0/33', '10.0.0.0/8,', '10.0.0.0/8 192.0.2.7', '*'])(
    'is never %j',
    (value) => {
      expect(mistakesIn({ TRUST_PROXY: value })).toHaveLength(1);
    },
  );
});

describe('PUBLIC_URL without https', () => {
  const sentence =
    '  PUBLIC_URL must start with https://, because cookies and keys would cross the internet unencrypted. Set ALLOW_PLAIN_HTTP=on if something else encrypts the connection';

  it.each([
    'http://warranty.example.com',
    'http://warranty.example.com:8080',
    'http://8.8.8.8',
    'http://[2606:4700::1]',
  ])('must not be %s', (url) => {
    for (const role of ['all', 'api', 'worker'] as const)
      expect(mistakesIn({ PUBLIC_URL: url, DATABASE_URL: databaseUrl }, role)).toEqual([sentence]);
  });

  it.each([
    'https://warranty.example.com',
    'http://localhost:5173',
    'http://127.0.0.1:3000',
    'http://10.0.0.5:3000',
    'http://warranty',
    'http://warranty.local',
  ])('may be %s', (url) => {
    expect(readConfig('all', { PUBLIC_URL: url }).publicUrl).toBe(url);
  });

  it('may be any URL with ALLOW_PLAIN_HTTP', () => {
    const env = { PUBLIC_URL: 'http://warranty.example.com', ALLOW_PLAIN_HTTP: 'on' };
    expect(readConfig('all', env).publicUrl).toBe('http://warranty.example.com');
    expect(mistakesIn({ ...env, ALLOW_PLAIN_HTTP: 'off' })).toEqual([sentence]);
  });
});

const dell = { DELL_CLIENT_ID: 'id', DELL_CLIENT_SECRET: 'canary' };

describe('DEMO', () => {
  it.each<[Role, Record<string, string>, boolean]>([
    ['all', {}, true],
    ['all', { DEMO: 'off' }, false],
    ['all', dell, false],
    ['all', { ...dell, DEMO: 'on' }, true],
    ['api', {}, false],
    ['worker', {}, false],
    ['api', { DEMO: 'on' }, true],
  ])('for the role %s with %j is %s', (role, env, demo) => {
    expect(readConfig(role, { DATABASE_URL: databaseUrl, ...env }).demo).toBe(demo);
  });
});

describe('DELL_CLIENT_ID and DELL_CLIENT_SECRET', () => {
  it('must be set together', () => {
    expect(readConfig('all', dell)).toMatchObject({
      dell: { clientId: 'id' },
      vendorBases: { dell: 'https://apigtwb2c.us.dell.com' },
    });
    expect(readConfig('all', {}).dell).toBeNull();
    const sentence = ['  DELL_CLIENT_ID and DELL_CLIENT_SECRET must be set together'];
    expect(mistakesIn({ DELL_CLIENT_ID: 'id' })).toEqual(sentence);
    expect(mistakesIn({ DELL_CLIENT_SECRET: 'canary' })).toEqual(sentence);
  });
});

describe('RELAY_CUSTOM_URLS', () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ PUBLIC_URL: 'https://warranty.example.com' }, false],
    [{ PUBLIC_URL: 'https://warranty.example.com', RELAY_CUSTOM_URLS: 'on' }, true],
    [{ RELAY_CUSTOM_URLS: 'off' }, false],
  ])('with %j allows user-entered URLs: %s', (env, allowed) => {
    expect(readConfig('all', env).relay.customUrls).toBe(allowed);
  });

  it('is complemented by RELAY_PORTS, which allows additional ports', () => {
    expect(readConfig('all', { RELAY_PORTS: '8080, 9443' }).relay.ports).toEqual([8080, 9443]);
    expect(readConfig('all', {}).relay.ports).toEqual([]);
    expect(mistakesIn({ RELAY_PORTS: '80,x' })).toEqual(['  RELAY_PORTS must be a whole number']);
    expect(mistakesIn({ RELAY_PORTS: '70000' })).toEqual(['  RELAY_PORTS must be at most 65535']);
  });
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

  it.each(['SPONSOR', 'PODCAST'])('%s requires both a name and a URL', (name) => {
    const sentence = [`  ${name}_NAME and ${name}_URL must be set together`];
    expect(mistakesIn({ [`${name}_NAME`]: 'Acme' })).toEqual(sentence);
    expect(mistakesIn({ [`${name}_URL`]: 'https://acme.example.com' })).toEqual(sentence);
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
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'warranty-config-'));
    file = join(folder, 'database-url');
    writeFileSync(file, `${databaseUrl}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

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
    const wrong = join(folder, 'wrong');
    writeFileSync(wrong, 'mysql://u:canary-password@db/x');
    expect(mistakesIn({ DATABASE_URL_FILE: wrong })).toEqual(['  DATABASE_URL must be a postgres:// URL']);
  });
});

describe('SECRETS_KEY', () => {
  const key = Buffer.alloc(32, 'a').toString('base64');

  it('is 32 bytes in base64, and is required for SECRETS_OLD_KEYS', () => {
    expect(readConfig('all', {}).masterKeys).toMatchObject({ fromEnv: [] });
    const old = Buffer.alloc(32, 'b').toString('base64');
    expect(readConfig('all', { SECRETS_KEY: key, SECRETS_OLD_KEYS: old }).masterKeys.fromEnv).toEqual([
      key,
      old,
    ]);
    expect(mistakesIn({ SECRETS_OLD_KEYS: old })).toEqual(['  SECRETS_OLD_KEYS requires SECRETS_KEY']);
  });

  it.each(['short', Buffer.alloc(31).toString('base64'), 'z'.repeat(64)])(
    'is rejected as %s, without showing the value',
    (text) => {
      const [mistake = ''] = mistakesIn({ SECRETS_KEY: text });
      expect(mistake).toContain('SECRETS_KEY must be 32 random bytes in base64');
      expect(mistake).not.toContain(text);
    },
  );
});
