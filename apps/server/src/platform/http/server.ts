import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { type Authenticators, defaultBodyLimit, registerRoutes } from './endpoints.ts';
import { replyToErrors } from './error-reply.ts';
import { securityHeaders } from './headers.ts';
import { acceptJsonOnly } from './json-body.ts';
import { assertKnownHost, assertSameOrigin, type PublicAddress } from './origin.ts';
import type { Route } from './route.ts';

export interface HttpServerOptions {
  address: PublicAddress;
  /** Addresses and ranges whose forwarded headers count; empty for none. */
  trustProxy: readonly string[];
  inlineScriptHashes: readonly string[];
  routes: readonly Route[];
  authenticators: Authenticators;
  /** True once the process has been told to stop: answers then close their connection. */
  isDraining: () => boolean;
  log: Log;
  metrics: Metrics;
}

/** The HTTP side of the product: the same for production, tests and measurements. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: defaultBodyLimit,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    // Requests that arrive on open connections while the server closes are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 300 },
  });
  acceptJsonOnly(app);
  await app.register(cookie);
  guardRequests(app, options);
  observeResponses(app, options);
  replyToErrors(app, options.log);
  registerRoutes(app, options.routes, options.authenticators);
  return app;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Bearer requests carry their credential on purpose and never use the cookie, so no page can forge them. */
function usesBearer(request: FastifyRequest): boolean {
  return request.headers.authorization?.startsWith('Bearer ') ?? false;
}

function guardRequests(app: FastifyInstance, options: HttpServerOptions): void {
  const headers = securityHeaders({
    https: options.address.https,
    inlineScriptHashes: options.inlineScriptHashes,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    if (options.isDraining()) reply.header('connection', 'close');
    try {
      assertKnownHost(options.address, request.host);
      if (!safeMethods.has(request.method) && !usesBearer(request)) {
        assertSameOrigin(options.address, request.headers);
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

/** One line and one measurement per answered request; the path of the route, never the address typed. */
function observeResponses(app: FastifyInstance, { log, metrics }: HttpServerOptions): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
