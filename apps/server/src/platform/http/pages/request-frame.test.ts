import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { registerRoutes } from '../endpoints.ts';
import { securityHeaders } from '../headers.ts';
import { requestFrameRoute } from './request-frame.ts';

async function readFrame(origins: string[], own = 'https://warranty.example.com') {
  const app = Fastify();
  const headers = securityHeaders({ https: true, inlineScriptHashes: [] });
  app.addHook('onRequest', async (_, reply) => void reply.headers(headers));
  registerRoutes(app, [requestFrameRoute(origins, own)], {
    authenticators: {},
    countRequest: () => undefined,
    admission: { enter: () => null, leave: () => undefined },
    reserveReply: () => null,
  });
  const response = await app.inject('/api/request-frame');
  await app.close();
  return response;
}

const directivesOf = (policy: unknown) => String(policy).split('; ');

describe('GET /api/request-frame', () => {
  it('has its own sandboxed policy that allows its one script by hash', async () => {
    const { body, headers, statusCode } = await readFrame(['https://a.example.com', 'http://127.0.0.1:4000']);
    const script = /<script>([\s\S]*)<\/script>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(directivesOf(headers['content-security-policy'])).toEqual([
      'sandbox allow-scripts',
      "default-src 'none'",
      `script-src 'sha256-${hash}'`,
      'connect-src https: http://127.0.0.1:4000',
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('can only be framed by our own pages, and keeps the other headers', async () => {
    const { headers } = await readFrame([]);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['http://warranty.example.com', 'connect-src https: http:'],
    ['http://localhost:3000', 'connect-src https: http:'],
    ['https://localhost:3000', 'connect-src https: http:'],
    ['https://[::1]:3000', 'connect-src https: http:'],
    ['https://warranty.example.com', 'connect-src https: http://127.0.0.1:4000'],
    ['https://localhost.example.com', 'connect-src https: http://127.0.0.1:4000'],
  ])('allows the same connections as the page on %s', async (own, directive) => {
    const { headers } = await readFrame(['http://127.0.0.1:4000'], own);
    const directives = directivesOf(headers['content-security-policy']);
    expect(directives.filter((each) => each.startsWith('connect-src'))).toEqual([directive]);
  });

  it('lists an origin once, however many vendors use it', async () => {
    const { headers } = await readFrame(['http://127.0.0.1:4000', 'http://127.0.0.1:4000']);
    expect(directivesOf(headers['content-security-policy'])).toContain(
      'connect-src https: http://127.0.0.1:4000',
    );
  });
});
