import diagnostics from 'node:diagnostics_channel';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { signInErrors } from '@warranty/contracts/core/caller-errors';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { commonErrors, errorCatalog } from '@warranty/contracts/core/errors';
import { recoverSession, startSession } from '@warranty/contracts/session';
import type { FastifyInstance, InjectOptions, RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { sameOriginHeaders, startTestApp } from '../test/app.ts';
import { endpoints, named, nameOf } from '../test/endpoints.ts';
import { makeFolder } from '../test/folder.ts';
import { providerSettings } from '../test/identity-provider.ts';
import { forbiddenInReply } from '../test/reply-schemas.ts';

/** When you make an endpoint public, add it here and explain why in the commit. */
const publicEndpoints = [
  'POST /api/auth/session',
  'POST /api/auth/recover',
  // Where people sign in: each proves with a passkey or the secret of a link who it is.
  'POST /api/auth/passkey/options',
  'POST /api/auth/passkey',
  'POST /api/auth/provider',
  'POST /api/auth/provider/callback',
  'GET /api/auth/provider/sign-out',
  'POST /api/auth/sign-out',
  'POST /api/links/inspect',
  'POST /api/links/passkey/options',
  'POST /api/links/passkey',
  'POST /api/links/sign-in',
  'GET /api/config',
  'GET /api/agent/downloads',
  'GET /api/agent/download/{platform}',
  'GET /api/agent/script/{script}',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/request-frame',
  'GET /livez',
  'GET /readyz',
];

/** Every route registered by any Fastify instance from now on. */
const registered: RouteOptions[] = [];
function collectRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', (route) => {
    registered.push(route);
  });
}

const webDir = makeFolder({
  'index.html': '<!doctype html><script>theme()</script>',
  'assets/index-1a2b3c.js': 'run()',
});
diagnostics.subscribe('fastify.initialization', collectRoutes);
const server = await startTestApp({
  env: { WEB_DIR: webDir, SIGN_IN: 'optional', ...(await providerSettings()) },
});
diagnostics.unsubscribe('fastify.initialization', collectRoutes);
const inject = (options: InjectOptions) =>
  server.app.inject({ ...options, headers: { ...sameOriginHeaders, ...options.headers } });

/** A request that matches the endpoint's path, with dummy parameter values. */
const requestFor = ({ method, path }: Endpoint) => ({ method, url: path.replace(/\{\w+\}/g, 'x') });

/** The registered routes in their order, as `GET /api/things/{thingId}`. */
const routeNames = () =>
  registered.flatMap(({ method, url }) =>
    [method]
      .flat()
      .filter((name) => name !== 'HEAD')
      .map((name) => `${name} ${url.replace(/:(\w+)/g, '{$1}')}`),
  );
const builtFiles = ['GET /assets/index-1a2b3c.js', 'GET /sw.js'];

describe('the routes', () => {
  it("are the contract's endpoints, each registered once, plus the built files", () => {
    expect(routeNames().sort()).toEqual([...endpoints.map(nameOf), ...builtFiles].sort());
  });

  it('reference their contract', () => {
    for (const { url, config } of registered) {
      if (['/index.html', '/assets/index-1a2b3c.js', '/sw.js'].includes(url)) continue;
      expect(endpoints, url).toContain(config?.endpoint);
    }
  });

  it('are public only if listed here', () => {
    const open = endpoints.filter(({ access }) => access === 'public').map(nameOf);
    expect(open.sort()).toEqual([...publicEndpoints].sort());
  });

  it.each(named(endpoints))('%s declares a summary and the errors of its access', (_, endpoint) => {
    expect(endpoint.summary).toMatch(/^[A-Z].*[^.]$/);
    const statuses = endpoint.errors.map((code) => errorCatalog[code].status as number);
    // Pages start or continue a session with these, also where someone has to sign in.
    if (endpoint !== startSession && endpoint !== recoverSession)
      expect(statuses.includes(401)).toBe(endpoint.access !== 'public');
  });

  it.each(named(endpoints))('%s returns plain JSON or declares another kind of reply', (_, { reply }) => {
    if (reply.kind === 'json') expect(forbiddenInReply(reply.schema)).toEqual([]);
    else expect(['empty', 'raw']).toContain(reply.kind);
  });

  it.each(named(endpoints))(
    '%s has the same parameters in its path and its contract',
    (_, { path, params }) => {
      const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
      expect(Object.keys(params?.shape ?? {}).sort()).toEqual(inPath.sort());
    },
  );
});

describe.each(named(endpoints.filter(({ access }) => access !== 'public')))(
  '%s without credentials',
  (_, endpoint) => {
    it.each([
      ['neither a cookie nor a token', {}],
      ['an unknown cookie', { cookie: `warranty_sid=${'A'.repeat(43)}` }],
      ['an empty cookie', { cookie: 'warranty_sid=' }],
      ['an unknown bearer token', { authorization: 'Bearer wlt_unknown' }],
      ['an empty bearer header', { authorization: 'Bearer ' }],
      ['a password', { authorization: 'Basic dXNlcjpwYXNz' }],
    ])('is rejected with %s', async (_name, headers) => {
      const response = await inject({ ...requestFor(endpoint), headers });
      expect(response.statusCode).toBe(401);
      expect(Object.keys(response.json())).toEqual(['error', 'code']);
      expect(endpoint.errors).toContain(response.json().code);
      expect(response.headers['set-cookie']).toBeUndefined();
    });

    it.each(['Bearer wlt_unknown', 'bearer wlt_unknown'])(
      'is rejected with %j and a valid session cookie, because the cookie is ignored',
      async (authorization) => {
        const { cookie } = await server.startSession();
        const response = await inject({ ...requestFor(endpoint), headers: { cookie, authorization } });
        expect(response.statusCode).toBe(401);
        expect((await inject({ url: '/api/auth/session', headers: { cookie } })).statusCode).toBe(200);
      },
    );
  },
);

describe('a request to an address instead of our name', () => {
  const headers = { host: '10.42.0.7:3000' };

  it.each(['/livez', '/readyz'])('%s is answered, because load balancers ask like this', async (url) => {
    expect((await inject({ url, headers })).statusCode).toBe(200);
  });

  it.each(['/', '/api/config', '/unknown'])('%s is rejected', async (url) => {
    expect((await inject({ url, headers })).statusCode).toBe(421);
  });
});

it('POST /api/auth/session with a bearer header ignores the cookie', async () => {
  const { cookie, userId } = await server.startSession();
  const response = await inject({
    method: 'POST',
    url: '/api/auth/session',
    headers: { cookie, authorization: 'Bearer wlt_unknown' },
    payload: {},
  });
  expect(response.json<{ userId: string }>().userId).not.toBe(userId);
});

describe('GET /api/openapi.json', () => {
  interface DocumentedOperation {
    security: object[];
    tags: string[];
    requestBody?: { content: Record<string, object> };
    responses: object;
    'x-access': string;
  }
  interface DocumentedReply {
    content: { 'application/json': { schema: { properties?: object; additionalProperties?: boolean } } };
  }
  interface Document {
    openapi: string;
    tags: { name: string }[];
    paths: Record<string, Record<string, DocumentedOperation>>;
  }
  let document: Document;
  beforeAll(async () => {
    const response = await inject({ url: '/api/openapi.json' });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    document = response.json();
  });

  it('lists exactly the routes, in their order', () => {
    expect(document.openapi).toBe('3.1.0');
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed).toEqual(routeNames().filter((name) => !builtFiles.includes(name)));
    expect(listed.toSorted()).toEqual(endpoints.map(nameOf).toSorted());
  });

  it('allows members of a request that it does not know, which the server ignores', async () => {
    const bodies = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ requestBody }) => (requestBody ? [requestBody.content] : [])),
    );
    expect(JSON.stringify(bodies)).not.toContain('"additionalProperties":false');
    expect(JSON.stringify(bodies)).toContain('assetDescription');
  });

  it('documents the members that an error has in addition to those of every error', () => {
    const operation = document.paths['/api/agent/download/{platform}']?.get;
    const missing = (operation?.responses as Record<number, DocumentedReply> | undefined)?.[404];
    const { properties, additionalProperties } = missing?.content['application/json'].schema ?? {};
    expect(Object.keys(properties ?? {})).toEqual([
      'error',
      'code',
      'details',
      'message',
      'available_platforms',
    ]);
    expect(additionalProperties).toBe(false);
  });

  it.each(named(endpoints))('documents the access and the possible replies of %s', (_, endpoint) => {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    const isSession = ['identity', 'person'].includes(endpoint.access);
    expect(operation?.['x-access']).toBe(isSession ? 'session' : endpoint.access);
    expect(operation?.security.length === 0).toBe(endpoint.access === 'public');
    const statuses = [
      endpoint.reply.status,
      ...(endpoint.reply.kind === 'json' && endpoint.reply.orAccepted ? [202] : []),
      ...[...commonErrors, ...endpoint.errors].map((code) => errorCatalog[code].status),
    ];
    const answers = Object.keys(operation?.responses ?? {});
    expect(answers.sort()).toEqual([...new Set(statuses.map(String))].sort());
  });

  it.each(named(endpoints))(
    'documents the content types that %s accepts',
    (_, { method, path, body, upload, file }) => {
      const { requestBody } = document.paths[path]?.[method.toLowerCase()] ?? {};
      const types = [...(body ? ['application/json'] : []), ...(file?.types ?? []), ...(upload ?? [])];
      expect(Object.keys(requestBody?.content ?? {})).toEqual(types);
    },
  );

  it.each(named(endpoints))(
    'has %s in a listed group, with an example of its body',
    (_, { method, path, body }) => {
      const { tags = [], requestBody } = document.paths[path]?.[method.toLowerCase()] ?? {};
      expect(tags).toHaveLength(1);
      expect(document.tags.map(({ name }) => name)).toContain(tags[0]);
      const content = requestBody?.content['application/json'];
      expect(content !== undefined && 'example' in content).toBe(body !== undefined);
    },
  );

  it('is sent compressed, and not again to a client that has it', async () => {
    const url = '/api/openapi.json';
    const packed = await inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(document);
    const again = await inject({
      url,
      headers: { 'accept-encoding': 'gzip, br', 'if-none-match': String(packed.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('has no dangling references', () => {
    const references = Array.from(
      JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g),
      ([, to = '']) => to,
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\//);
      const parts = reference.slice(2).split('/');
      const target = parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document);
      expect(target, reference).toBeTypeOf('object');
    }
  });
});

describe('where there is no sign-in, which is the default', async () => {
  const off = await startTestApp({ env: { WEB_DIR: webDir } });
  const forPeople = endpoints.filter(
    ({ group, path }) => ['Organization', 'Sign-in'].includes(group) || path.endsWith('/owner'),
  );

  it.each(named(forPeople))('%s does not exist', async (_, endpoint) => {
    const { cookie } = await off.startSession();
    const reply = await off.app.inject({
      ...requestFor(endpoint),
      headers: { ...sameOriginHeaders, cookie },
    });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  });

  it('the document says nothing about it', async () => {
    const text = (await off.send('GET', '/api/openapi.json')).body;
    for (const code of signInErrors) expect(text).not.toContain(`\`${code}\``);
    expect(text).not.toContain('/api/organization');
  });

  it('neither the cookie of a person nor the header of an organization matters', async () => {
    const { cookie, userId } = await off.startSession();
    const reply = await off.send('GET', '/api/auth/session', {
      cookie: `${cookie}; warranty_sign_in=unknown`,
      headers: { 'warranty-organization': 'contoso' },
    });
    expect(reply.json()).toEqual({ userId });
  });
});

describe('GET /api/docs', () => {
  it('is the page of the app', async () => {
    const response = await inject({ url: '/api/docs' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toBe((await inject({ url: '/individual-lookup' })).body);
  });

  it('refers to the document if the app was not built', async () => {
    const bare = await startTestApp({ env: { WEB_DIR: join(webDir, 'missing') } });
    const response = await bare.send('GET', '/api/docs');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('href="/api/openapi.json"');
    expect(response.body).not.toMatch(/<script|<style|<link/i);
  });
});
