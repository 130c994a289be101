import { defineEndpoint, json } from '@warranty/contracts/core/endpoint';
import { type ErrorCode, errorCodes, isBusyError } from '@warranty/contracts/core/errors';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { recordLog } from '../../../../test/fixtures.ts';
import { createRoutesServer, plainEndpoint } from '../../../../test/http-server.ts';
import type { Identity } from '../../ownership/caller.ts';
import { AppError } from '../app-error.ts';
import { route } from '../route.ts';

/** What the next call throws or returns. */
let handle: () => unknown;

const { log, lines } = recordLog('error');

const thing = defineEndpoint({
  ...plainEndpoint,
  method: 'GET',
  path: '/api/things/{thingId}',
  params: z.object({ thingId: z.string() }),
  query: z.object({ page: z.optional(z.string().check(z.regex(/^\d+$/))) }),
  reply: json(z.object({ id: z.string() })),
});
const scans = defineEndpoint({ ...plainEndpoint, method: 'GET', path: '/api/scans', access: 'agent' });
const app = createRoutesServer({
  routes: [route(thing, async () => handle() as { id: string }), route(scans, () => ({}))],
  authenticators: { agent: async () => handle() as Identity },
  log,
});

const call = (url = '/api/things/1') => app.inject({ url, headers: { host: 'localhost:3000' } });

const throwing = (thrown: unknown) => () => {
  throw thrown;
};

const internal = {
  error: 'Something went wrong on the server. The request ID is in the response headers.',
  code: 'internal',
};
const away = {
  error: 'The database is not available right now. Try again later.',
  code: 'database_unavailable',
};

const full = {
  error: 'The server is low on disk space and cannot accept files right now.',
  code: 'disk_full',
};

describe('an error reply', () => {
  it.each<[string, unknown, number, object]>([
    ['an error from the catalog', new AppError('not_found'), 404, { error: 'Not found', code: 'not_found' }],
    ['an unexpected error', new Error('canary'), 500, internal],
    ['a type error', new TypeError('canary'), 500, internal],
    ['a text', 'canary', 500, internal],
    ['a number', 7, 500, internal],
    ['null', null, 500, internal],
    ['undefined', undefined, 500, internal],
    ['an object', { canary: true }, 500, internal],
    ['an error with a cause', new Error('canary', { cause: new Error('canary') }), 500, internal],
    ['an invalid SQL statement', Object.assign(new Error('canary'), { code: '42P01' }), 500, internal],
    ['a violated constraint', Object.assign(new Error('canary'), { code: '23505' }), 500, internal],
    ['a lost connection', new Error('Connection terminated unexpectedly'), 503, away],
    ['a database that is shutting down', Object.assign(new Error('canary'), { code: '57P01' }), 503, away],
    ['a read-only database', Object.assign(new Error('canary'), { code: '25006' }), 503, away],
    ['a full disk of the database', Object.assign(new Error('canary'), { code: '53100' }), 507, full],
    ['an unreachable database', Object.assign(new Error('canary'), { code: 'ECONNREFUSED' }), 503, away],
    [
      'a wrapped database error',
      new Error('canary', { cause: Object.assign(new Error('canary'), { code: '57P03' }) }),
      503,
      away,
    ],
    [
      'an error with a status set by Fastify',
      Object.assign(new Error('canary'), { statusCode: 418 }),
      400,
      { error: 'Invalid request data', code: 'invalid_request' },
    ],
    [
      'an error with a success status',
      Object.assign(new Error('canary'), { statusCode: 204 }),
      500,
      internal,
    ],
  ])('is sent for %s', async (_, thrown, status, body) => {
    handle = throwing(thrown);
    const response = await call();
    expect(response.json()).toEqual(body);
    expect(response.statusCode).toBe(status);
    expect(response.body).not.toContain('canary');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['x-request-id']).toBeTruthy();
  });

  it('includes the time to retry after', async () => {
    handle = throwing(new AppError('too_many_requests', { values: { seconds: 7 }, retryAfterSeconds: 7 }));
    const response = await call();
    expect(response.headers['retry-after']).toBe('7');
    expect(response.json()).toEqual({
      error: 'Too many requests. Try again in 7 seconds.',
      code: 'too_many_requests',
    });
    handle = throwing(new Error('Connection terminated unexpectedly'));
    expect((await call()).headers['retry-after']).toBe('5');
  });

  it('spreads the retries of agents, which are rejected at the same time', async () => {
    handle = throwing(new AppError('too_many_requests', { retryAfterSeconds: 2 }));
    const replies = await Promise.all(Array.from({ length: 100 }, () => call('/api/scans')));
    const seconds = new Set(replies.map(({ headers }) => Number(headers['retry-after'])));
    expect(seconds.size).toBeGreaterThan(4);
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...seconds)).toBeLessThan(12);
  });

  it('names the invalid part of the request, but not its value', async () => {
    handle = () => ({ id: '1' });
    const response = await call('/api/things/1?page=canary');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      error: 'Invalid request data',
      code: 'invalid_request',
      details: [{ path: 'query.page', message: expect.any(String) }],
    });
    expect(response.body).not.toContain('canary');
  });

  it.each(['/api/things/%zz', '/%', '/%c0%ae', '/%canary'])(
    'is sent for the malformed URL %s',
    async (url) => {
      const response = await call(url);
      expect(response.json()).toEqual({ error: 'Invalid request data', code: 'invalid_request' });
      expect(response.statusCode).toBe(400);
      expect(response.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-request-id': expect.any(String),
      });
    },
  );

  it('is sent for a URL that is too long', async () => {
    handle = () => ({ id: '1' });
    const response = await call(`/api/things/canary${'x'.repeat(300)}`);
    expect([400, 404]).toContain(response.statusCode);
    expect(Object.keys(response.json())).toEqual(['error', 'code']);
    expect(response.body).not.toContain('canary');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('the log', () => {
  const logged = async (code: ErrorCode) => {
    lines.length = 0;
    handle = throwing(new AppError(code, { cause: new Error('the cause') }));
    await call();
    return lines.map((line) => JSON.parse(line));
  };

  it.each(errorCodes.filter(isBusyError))('has no line for %s, which passes without help', async (code) => {
    expect(await logged(code)).toEqual([]);
  });

  it.each([
    'internal',
    'database_unavailable',
    'disk_full',
    'vendor_unexpected',
    'upload_interrupted',
  ] as const)('has the cause of %s', async (code) => {
    expect(await logged(code)).toEqual([
      expect.objectContaining({ err: expect.objectContaining({ message: 'the cause' }) }),
    ]);
  });

  it('has no line for an error of the client', async () => {
    expect(await logged('not_found')).toEqual([]);
  });
});

describe('a reply', () => {
  it('contains only what the contract names', async () => {
    handle = () => ({ id: '1', password: 'canary' });
    expect((await call()).body).toBe('{"id":"1"}');
  });

  it.each([undefined, null, {}, { id: 1 }, 'canary'])(
    'of %j, which breaks the contract, becomes an internal error',
    async (answer) => {
      handle = () => answer;
      const response = await call();
      expect(response.statusCode).toBe(500);
      expect(response.json()).toEqual(internal);
    },
  );
});
