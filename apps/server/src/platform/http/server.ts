import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { usesBearer } from './bearer.ts';
import { type Authenticators, defaultBodyLimit, registerRoutes } from './endpoints.ts';
import { replyToErrors, sendError, toAppError } from './error-reply.ts';
import { firstSegment } from './first-segment.ts';
import { securityHeaders } from './headers.ts';
import { acceptJsonOnly } from './json-body.ts';
import { assertKnownHost, assertSameOrigin, type PublicAddress } from './origin.ts';
import { acceptUploads } from './request-body.ts';
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
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const markReply = replyMarker(options);
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: defaultBodyLimit,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    // Requests that arrive on open connections while the server closes are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // A file may take its time; request-body.ts sees to the waiting.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 300 },
    // An address that cannot be read meets no hook, so its reply is marked here.
    frameworkErrors: (error, request, reply) => {
      markReply(request, reply);
      sendError(reply, toAppError(error, defaultBodyLimit));
    },
  });
  acceptJsonOnly(app);
  acceptUploads(app);
  guardRequests(app, options, markReply);
  observeResponses(app, options);
  replyToErrors(app, options.log);
  registerRoutes(app, options.routes, options.authenticators);
  return app;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

type Marker = (request: FastifyRequest, reply: FastifyReply) => void;

/** What every reply carries, whatever it says. */
function replyMarker({ address, inlineScriptHashes, isDraining }: HttpServerOptions): Marker {
  const headers = securityHeaders({ https: address.https, inlineScriptHashes });
  return (request, reply) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    if (isDraining()) reply.header('connection', 'close');
  };
}

function guardRequests(app: FastifyInstance, options: HttpServerOptions, markReply: Marker): void {
  app.addHook('onRequest', (request, reply, done) => {
    markReply(request, reply);
    if (firstSegment(request.url) === 'api') reply.header('cache-control', 'no-store');
    try {
      assertKnownHost(options.address, request.host);
      if (usesBearer(request)) request.headers.cookie = undefined;
      else if (!safeMethods.has(request.method)) assertSameOrigin(options.address, request.headers);
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
