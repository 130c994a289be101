import { afterEach, describe, expect, it } from 'vitest';
import { sameOriginHeaders, startTestApp } from '../../test/app.ts';
import { endpoints } from '../../test/endpoints.ts';
import { recordLog } from '../../test/fixtures.ts';

const { log, lines } = recordLog();

const server = await startTestApp({ log });
afterEach(() => {
  lines.length = 0;
});

/** A request with a canary in every place that a caller controls. */
const hostile = {
  headers: {
    ...sameOriginHeaders,
    authorization: 'Basic canary-authorization',
    cookie: 'warranty_sid=canary-cookie; other=canary-other',
    'user-agent': 'canary-agent\tline',
    referer: 'http://localhost:3000/canary-referer',
    'x-request-id': 'canary-request-id',
    'x-forwarded-for': 'canary-forwarded',
  },
  query: { token: 'canary-query' },
};

describe('the request log', () => {
  it('names the caller by a hash, which is also in the line of the audit event', async () => {
    const { cookie, userId } = await server.startSession();
    const started = lines.map((line) => JSON.parse(line));
    lines.length = 0;
    await server.send('GET', '/api/auth/session', { cookie });
    const request = JSON.parse(lines[0] ?? '');
    expect(request).toMatchObject({ msg: 'request', route: '/api/auth/session' });
    expect(request.principal).toMatch(/^[0-9a-f]{12}$/);
    expect(started).toContainEqual(
      expect.objectContaining({
        msg: 'audit event',
        action: 'session.created',
        outcome: 'done',
        actorKind: 'browser',
        principal: request.principal,
      }),
    );
    expect(lines.join('') + JSON.stringify(started)).not.toContain(await server.ownerOf(userId));
  });

  it.each(endpoints.map(({ method, path }) => [method, path] as const))(
    'of %s %s contains nothing that the caller sent',
    async (method, path) => {
      await server.app.inject({
        ...hostile,
        method,
        url: path.replace(/\{\w+\}/g, 'canary-path'),
        ...(method === 'GET' ? {} : { payload: { recoveryCode: 'canary-body', demoUserId: 'canary-body' } }),
      });
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.join('')).not.toContain('canary');
    },
  );

  it.each([
    ['an address that nobody answers', { url: '/canary-path' }],
    ['an address of the API that nobody answers', { url: '/api/canary-path?canary' }],
    ['broken JSON', { method: 'POST', url: '/api/auth/recover', payload: '{"recoveryCode":canary' }],
    ['another host', { url: '/', headers: { host: 'canary.example' } }],
  ] as const)('contains nothing of %s', async (_, options) => {
    const headers = { ...hostile.headers, 'content-type': 'application/json' };
    await server.app.inject({ headers, ...options });
    expect(lines).toHaveLength(1);
    expect(lines.join('')).not.toContain('canary');
  });

  it('contains nothing of a malformed URL', async () => {
    await server.app.inject({ ...hostile, url: '/%canary' });
    expect(lines.join('')).not.toContain('canary');
  });

  it('shows route and status with the request id that the caller received', async () => {
    const { headers } = await server.app.inject({ ...hostile, url: '/api/config' });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      requestId: headers['x-request-id'],
      method: 'GET',
      route: '/api/config',
      status: 200,
      msg: 'request',
    });
  });

  it('contains no secret of a valid session', async () => {
    const { cookie, userId } = await server.startSession();
    const made = await server.send('POST', '/api/auth/recovery-code', { cookie });
    const { recoveryCode } = made.json<{ recoveryCode: string }>();
    await server.send('POST', '/api/auth/recover', { cookie, payload: { recoveryCode } });
    const messages = lines.map((line) => JSON.parse(line).msg);
    expect(messages.filter((message) => message === 'request')).toHaveLength(3);
    expect(messages.filter((message) => message === 'audit event')).toHaveLength(3);
    expect(messages).toHaveLength(6);
    for (const secret of [cookie.split('=')[1] ?? '', recoveryCode, userId]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(lines.join('')).not.toContain(secret);
    }
  });
});

describe('a request that fails in the database', () => {
  it('gets an error message and is logged with its cause, without what the caller sent', async () => {
    await server.database.query('alter table sessions rename to sessions_away');
    const response = await server.app.inject({
      ...hostile,
      method: 'POST',
      url: '/api/auth/session',
      payload: { demoUserId: 'demo-user-canary012' },
    });
    await server.database.query('alter table sessions_away rename to sessions');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      error: 'Something went wrong on the server. The request ID is in the response headers.',
      code: 'internal',
    });
    const [failure, request] = lines.map((line) => JSON.parse(line));
    expect(failure).toMatchObject({
      level: 50,
      requestId: response.headers['x-request-id'],
      err: { code: '42P01', message: 'relation "sessions" does not exist' },
    });
    expect(request).toMatchObject({ status: 500, requestId: response.headers['x-request-id'] });
    expect(lines.join('')).not.toContain('canary');
  });

  it('does not show the row that a constraint rejected', async () => {
    await server.database.query(
      "alter table users add constraint no_canary check (username not like '%canary%')",
    );
    const response = await server.send('POST', '/api/auth/session', {
      payload: { demoUserId: 'demo-user-canary013' },
    });
    await server.database.query('alter table users drop constraint no_canary');
    expect(response.json()).toMatchObject({ code: 'internal' });
    expect(lines.join('')).toContain('23514');
    expect(lines.join('').replaceAll('no_canary', '')).not.toContain('canary');
    expect(response.body).not.toContain('canary');
  });
});
