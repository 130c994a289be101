import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { sameOriginHeaders, startTestApp } from '../test/app.ts';
import { makeFolder } from '../test/folder.ts';

const webDir = makeFolder({
  'index.html': '<!doctype html><script>theme()</script>',
  'assets/index-1a2b3c.js': 'run()',
});
const server = await startTestApp({ env: { WEB_DIR: webDir } });
const inject = (options: InjectOptions) =>
  server.app.inject({ ...options, headers: { ...sameOriginHeaders, ...options.headers } });

/** The headers that are the same on all replies. A change here must be deliberate. */
const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8='; " +
    "worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; font-src 'self'; " +
    "connect-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; object-src 'none'; " +
    "form-action 'self'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
};
/** Headers specific to a reply. A reply may have no headers other than these and the ones above. */
const ownHeaders = [
  'x-request-id',
  'cache-control',
  'content-type',
  'content-length',
  'date',
  'connection',
  'vary',
  'accept-ranges',
  'last-modified',
  'etag',
];

const post = (payload: string, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: '/api/auth/recover',
  headers: { 'content-type': 'application/json', ...headers },
  payload,
});

const replies: [string, InjectOptions, number][] = [
  ['200 for an API call', { url: '/api/config' }, 200],
  ['200 for the API reference', { url: '/api/docs' }, 200],
  ['200 for a page', { url: '/bulk' }, 200],
  ['200 for a built file', { url: '/assets/index-1a2b3c.js' }, 200],
  ['200 for the service worker', { url: '/sw.js' }, 200],
  ['200 for a health check', { url: '/readyz' }, 200],
  ['400 for an invalid body', post('{}'), 400],
  ['400 for malformed JSON', post('{'), 400],
  ['400 for a malformed URL', { url: '/api/%zz' }, 400],
  ['401', { url: '/api/auth/session' }, 401],
  ['403', post('{}', { 'sec-fetch-site': 'cross-site' }), 403],
  ['404 for an unknown API path', { url: '/api/none' }, 404],
  ['404 for an unknown built file', { url: '/assets/none.js' }, 404],
  ['404 for an unsupported method', { method: 'PUT', url: '/api/config' }, 404],
  ['413', post(`"${'x'.repeat(300_000)}"`), 413],
  ['415', post('a=b', { 'content-type': 'text/plain' }), 415],
  ['421', { url: '/api/config', headers: { host: 'evil.example' } }, 421],
  ['422', post('{"recoveryCode":"0"}'), 422],
];

describe.each(replies)('a reply: %s', (_, options, status) => {
  it('has the security headers and no others that reveal the server software', async () => {
    const response = await inject(options);
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject(securityHeaders);
    const others = Object.keys(response.headers).filter((name) => !(name in securityHeaders));
    expect(ownHeaders).toEqual(expect.arrayContaining(others));
  });

  it('has a unique request id', async () => {
    const ids = [await inject(options), await inject(options)].map(({ headers }) => headers['x-request-id']);
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('is not cacheable if it is an error or comes from the API', async () => {
    const { headers } = await inject(options);
    if (status >= 400 || options.url?.toString().startsWith('/api')) {
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('contains only a message, a code and details if it is an error', async () => {
    const response = await inject(options);
    if (status < 400) return;
    const { error, code, details, ...rest } = response.json();
    expect(rest).toEqual({});
    expect([typeof error, typeof code]).toEqual(['string', 'string']);
    if (details !== undefined)
      expect(details).toEqual([expect.objectContaining({ path: expect.any(String) })]);
    expect(response.body).not.toMatch(/\bat .*:\d+|node_modules|\.ts\b/);
  });
});

it('the headers over HTTPS tell browsers to keep using HTTPS', async () => {
  const secure = await startTestApp({ env: { PUBLIC_URL: 'https://warranty.example.com' } });
  const { headers } = await secure.app.inject({
    url: '/api/config',
    headers: { host: 'warranty.example.com' },
  });
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(headers['content-security-policy']).toMatch(/; upgrade-insecure-requests$/);
});

describe('an API URL', () => {
  it.each(['/api/none', '/api', '/api/', '/api/auth', '/api/auth/session/', '/api/config/x', '/api//config'])(
    'returns 404 if no route matches: %s',
    async (url) => {
      const response = await inject({ url });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({ error: 'Not found', code: 'not_found' });
    },
  );

  it('is not cacheable, even if it is percent-encoded', async () => {
    const { cookie } = await server.startSession();
    const response = await inject({ url: '/%61pi/auth/session', headers: { cookie } });
    expect(response.headers['cache-control']).toBe('no-store');
  });
});
