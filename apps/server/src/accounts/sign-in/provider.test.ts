import type { ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { afterAll, describe, expect, it } from 'vitest';
import { startIdentityProvider } from '../../../test/identity-provider.ts';
import { createBlockedCounter, createGuardedClient } from '../../platform/outbound/guarded-client.ts';
import { createProvider } from './provider.ts';

const identityProvider = await startIdentityProvider();
afterAll(identityProvider.stop);
const { issuer, client, misbehaving, asked } = identityProvider;
const attempt = { state: 'state', nonce: 'nonce', codeVerifier: 'v'.repeat(43) };

/** As a process that has just started. */
function start() {
  const logged: string[] = [];
  const time = { now: 0 };
  const provider = createProvider({
    settings: {
      ...{ issuer, clientId: client.id, clientSecret: client.secret },
      ...{ label: 'Contoso', scopes: 'openid profile email' },
    },
    client: createGuardedClient({
      operatorOrigins: [issuer],
      countBlocked: createBlockedCounter(new Registry()),
      limits: { replyBytes: 1024 * 1024 },
    }),
    origin: 'http://localhost:3000',
    log: { warn: ({ reason }, message) => void logged.push(`${message}: ${reason}`) },
    now: () => time.now,
    timeoutSeconds: 1,
  });
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'accepted',
      ({ code }: { code: unknown }) => code,
    );
  return {
    ...provider,
    logged,
    time,
    prepared: () => codeOf(provider.prepare()),
    async signedIn() {
      const url = await provider.urlFor(attempt, { again: false });
      return codeOf(provider.identify(identityProvider.authorize(url, { sub: 'anna' }), attempt));
    },
  };
}

/** One path fails, in one way. */
const failing =
  (path: string, fail: (response: ServerResponse) => void) =>
  ({ url = '' }: { url?: string | undefined }, response: ServerResponse) => {
    if (url !== path) return false;
    fail(response);
    return true;
  };

const discovery = '/.well-known/openid-configuration';

const outages: [string, (response: ServerResponse) => void][] = [
  ['does not answer', () => undefined],
  ['sends one byte after the other', (response) => void response.writeHead(200).write('{')],
  ['sends 50 MB', (response) => void response.writeHead(200).end(Buffer.alloc(50 * 1024 * 1024, ' '))],
  [
    'redirects into the network',
    (response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  ],
  ['closes the connection', (response) => void response.destroy()],
  ['replies with 502', (response) => void response.writeHead(502).end('Bad gateway')],
];

describe('a provider that', () => {
  it.each(outages)('%s when it is asked about itself cannot be used', async (_, fail) => {
    const provider = start();
    await misbehaving({ handle: failing(discovery, fail) }, async () =>
      expect(await provider.prepared()).toBe('provider_unavailable'),
    );
    expect(provider.logged.join()).toContain('could not be reached');
  });

  it.each(outages)('%s when a code is redeemed cannot be used', async (_, fail) => {
    const provider = start();
    await misbehaving({ handle: failing('/token', fail) }, async () =>
      expect(await provider.signedIn()).toBe('provider_unavailable'),
    );
  });

  it.each(outages)('%s when its keys are read cannot be used', async (_, fail) => {
    const provider = start();
    await misbehaving({ handle: failing('/jwks', fail) }, async () =>
      expect(await provider.signedIn()).toBe('provider_unavailable'),
    );
  });

  it.each([
    ['says that it is another one', { issuer: 'https://evil.example' }],
    ['keeps its keys in this network', { jwks_uri: 'http://10.0.0.1/jwks' }],
    ['redeems codes at the address of this machine', { token_endpoint: 'https://169.254.169.254/token' }],
  ])('%s is refused', async (_, metadata) => {
    const provider = start();
    await misbehaving({ metadata }, async () => {
      const codes = [
        await provider.prepared().then((code) => code),
        await provider.signedIn().catch(({ code }) => code),
      ];
      expect(codes).toContain('provider_unavailable');
      expect(codes).not.toContain(undefined);
    });
    expect(provider.logged.join()).not.toContain('latest');
  });
});

describe('what the provider says about itself', () => {
  it('is asked for once, by the first who signs in', async () => {
    const provider = start();
    asked.length = 0;
    await Promise.all([provider.prepare(), provider.prepare()]);
    await provider.prepare();
    expect(asked).toEqual([discovery]);
  });

  it('is asked for again after a day, and remembered if there is no answer then', async () => {
    const provider = start();
    await provider.prepare();
    provider.time.now = 24 * 3600_000 + 1;
    asked.length = 0;
    const handle = failing(discovery, (response) => void response.destroy());
    await misbehaving({ handle }, async () => expect(await provider.signedIn()).toBe('accepted'));
    expect(asked.slice(0, 1)).toEqual([discovery]);
  });

  it('is asked for twice a minute at most while there is no answer', async () => {
    const provider = start();
    const handle = failing(discovery, (response) => void response.destroy());
    await misbehaving({ handle }, async () => {
      asked.length = 0;
      for (let again = 0; again < 5; again += 1)
        expect(await provider.prepared()).toBe('provider_unavailable');
      expect(asked).toHaveLength(1);
    });
    expect(await provider.prepared()).toBe('provider_unavailable');
    provider.time.now = 30_001;
    expect(await provider.prepared()).toBe('accepted');
  });

  it('is followed when its keys change', async () => {
    const provider = start();
    expect(await provider.signedIn()).toBe('accepted');
    identityProvider.rotateKey();
    // A key that is not known yet is looked up, at most once a minute.
    expect(['accepted', 'provider_refused']).toContain(await provider.signedIn());
    expect(await start().signedIn()).toBe('accepted');
  });
});

describe('the address that the browser is sent to', () => {
  it('asks for a code that is bound to this attempt', async () => {
    const url = new URL(await start().urlFor(attempt, { again: false }));
    expect(url.origin + url.pathname).toBe(`${issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ response_type: 'code', client_id: 'warranty', scope: 'openid profile email' },
      ...{ redirect_uri: 'http://localhost:3000/sign-in/callback', code_challenge_method: 'S256' },
      ...{ state: 'state', nonce: 'nonce' },
    });
    expect(url.href).not.toContain(attempt.codeVerifier);
    expect(url.searchParams.has('prompt')).toBe(false);
  });

  it('asks again also who is signed in there', async () => {
    const url = new URL(await start().urlFor(attempt, { again: true }));
    expect(url.searchParams.get('prompt')).toBe('login');
  });

  it('leads to the end of the sign-in there', async () => {
    const url = new URL((await start().signOutUrl()) ?? '');
    expect(url.href).toBe(`${issuer}/logout?client_id=warranty`);
  });

  it('is none where the provider has no such page', () =>
    misbehaving({ metadata: { end_session_endpoint: undefined } }, async () =>
      expect(await start().signOutUrl()).toBeNull(),
    ));
});
