import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { type Admission, admissionLimits, createAdmission } from '../fairness/admission.ts';
import { clientOf } from '../fairness/client-key.ts';
import { createRequestRate } from '../fairness/request-rate.ts';
import type { Sharer } from '../fairness/shares.ts';
import type { Log } from '../log.ts';
import { createMeters } from '../meters.ts';
import type { Metrics } from '../metrics.ts';
import { personOf } from '../ownership/caller.ts';
import { AppError } from './app-error.ts';
import { usesBearer } from './bearer.ts';
import { type ArrivalLimits, arrivalLimits, watchArrivals } from './bodies/arriving-bodies.ts';
import { acceptJsonOnly } from './bodies/json-body.ts';
import { defaultBodyLimit } from './bodies/received-file.ts';
import { acceptFiles } from './bodies/request-body.ts';
import { hasBody, settleUnread } from './bodies/unread-body.ts';
import { type RouteGuards, registerRoutes } from './endpoints.ts';
import { firstSegment } from './first-segment.ts';
import { dropInvalidHops } from './forwarded-for.ts';
import { securityHeaders } from './headers.ts';
import { isHealthCheck } from './health-check.ts';
import { createLoadShedder } from './load-shedding.ts';
import { createNodeServer } from './node-server.ts';
import { createOpenRequests, type OpenRequests } from './open-requests.ts';
import { assertKnownHost, assertSameOrigin, type PublicOrigin } from './origin.ts';
import { replyToErrors, sendError, toAppError } from './replies/error-reply.ts';
import { type UnreadLimits, unreadLimits } from './replies/unread-replies.ts';
import { watchReplies } from './replies/watch-replies.ts';
import { sharerOf } from './request-sharer.ts';
import type { Route } from './route.ts';

export interface HttpServerOptions {
  publicOrigin: PublicOrigin;
  /** Addresses and ranges whose forwarded headers are trusted; empty for none. */
  trustProxy: readonly string[];
  inlineScriptHashes: readonly string[];
  routes: readonly Route[];
  authenticators: RouteGuards['authenticators'];
  onAccepted?: RouteGuards['onAccepted'];
  /** True after the process was asked to stop; replies then close their connection. */
  isDraining: () => boolean;
  log: Log;
  metrics: Metrics;
  requests: RequestLimits;
  limits?: Partial<ArrivalLimits>;
  unread?: Partial<UnreadLimits>;
  /** The name of an owner in log lines, which is not its id. */
  principalOf?(owner: string): string | null;
}

/** How much of this process the requests may take. */
export interface RequestLimits {
  /** Per browser session, access token or agent secret. */
  perSecond: number;
  perSecondPerAddress: number;
  /** Connections of an address, and its requests in progress. */
  openPerAddress: number;
  /** Requests are rejected while the event loop is delayed by more than this. */
  maxLoopDelayMs: number;
}

/** The HTTP server, identical in production, tests and benchmarks. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const limits = { ...arrivalLimits, ...options.limits };
  const openRequests = createOpenRequests(options.requests.openPerAddress);
  const headers = securityHeaders({ https: options.publicOrigin.https, ...options });
  const markReply = replyMarker(headers, options);
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: defaultBodyLimit,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    // Requests that arrive on open connections during shutdown still get a reply.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: (handler) =>
      createNodeServer(handler, {
        headers,
        limits,
        log: options.log,
        connections: {
          maxPerAddress: options.requests.openPerAddress,
          trustProxy: options.trustProxy,
          requestsOn: openRequests.countOf,
        },
      }),
    // Each server created by the factory has its own handler.
    clientErrorHandler: () => undefined,
    routerOptions: { maxParamLength: 300 },
    // Hooks do not run for an unparsable URL, so the common headers are set here.
    frameworkErrors: (error, request, reply) => {
      markReply(request, reply);
      if (hasBody(request)) settleUnread(request, reply, request.raw.socket, limits);
      sendError(reply, toAppError(error, defaultBodyLimit));
    },
  });
  acceptJsonOnly(app);
  acceptFiles(
    app,
    options.routes.map(({ endpoint }) => endpoint),
  );
  watchArrivals(app, limits);
  const unread = watchReplies(app, { ...unreadLimits, ...options.unread }, openRequests);
  const admission = createAdmission(admissionLimits);
  app.addHook('onClose', async () => admission.stop());
  measureRequests(options.metrics.registry, openRequests, admission);
  guardRequests(app, options, { openRequests, admission, markReply });
  replyToErrors(app, options.log);
  registerRoutes(app, options.routes, {
    authenticators: options.authenticators,
    onAccepted: options.onAccepted,
    countRequest: createRequestRate(options.requests.perSecond),
    admission: {
      enter: (request) => admission.enter(request.open, senderOf(request)),
      leave: ({ open }) => admission.leave(open),
    },
    reserveReply: (request, bytes) => unread.reserve(request.open, sharerOf(request), bytes),
  });
  return app;
}

function measureRequests(registry: Registry, openRequests: OpenRequests, admission: Admission): void {
  const { figure } = createMeters(registry);
  figure(
    'warranty_http_requests_open',
    'Requests in progress, including those that wait.',
    () => openRequests.all.length,
  );
  figure('warranty_http_requests_admitted', 'Requests that are handled now.', admission.count);
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

type Marker = (request: FastifyRequest, reply: FastifyReply) => void;

/** Sets the headers that every reply has. */
function replyMarker(headers: Readonly<Record<string, string>>, { isDraining }: HttpServerOptions): Marker {
  return (request, reply) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    if (isDraining()) reply.header('connection', 'close');
  };
}

function guardRequests(
  app: FastifyInstance,
  options: HttpServerOptions,
  parts: { openRequests: OpenRequests; admission: Admission; markReply: Marker },
): void {
  const { openRequests, admission, markReply } = parts;
  const readsForwarded = options.trustProxy.length > 0;
  const { requests, metrics } = options;
  const noteRequest = requestNoter(options);
  const shedLoad = createLoadShedder(app, requests.maxLoopDelayMs, metrics.registry);
  const countRequest = createRequestRate(requests.perSecondPerAddress);
  const countPageRequest = createRequestRate(requests.perSecondPerAddress);
  app.addHook('onRequest', (request, reply, done) => {
    markReply(request, reply);
    if (readsForwarded) dropInvalidHops(request.headers);
    const isApi = firstSegment(request.url) === 'api';
    if (isApi) reply.header('cache-control', 'no-store');
    const client = clientOf(request.ip);
    request.client = client;
    request.open = openRequests.begin(client, reply.raw, request.raw.socket);
    request.open.whenOver(() => noteRequest(request, reply));
    try {
      shedLoad(request);
      openRequests.assertRoom(request.open);
      if (isApi) countRequest(client.key);
      else if (!isHealthCheck(request)) countPageRequest(client.key);
      if (request.headers.host === undefined) throw new AppError('invalid_request');
      // Load balancers and Kubernetes use an IP address.
      if (isApi || !isHealthCheck(request)) assertKnownHost(options.publicOrigin, request.host);
      if (usesBearer(request)) request.headers.cookie = undefined;
      else if (!safeMethods.has(request.method)) assertSameOrigin(options.publicOrigin, request.headers);
      // A body that no route takes is not read.
      if (request.is404 && hasBody(request)) throw new AppError('not_found');
      const entering = isApi ? admission.enter(request.open, senderOf(request)) : null;
      if (entering) entering.then(() => done(), done);
      else done();
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Before authentication, the credential that a request presents stands for its owner. */
function senderOf({ headers, client }: FastifyRequest): Sharer {
  return { client, owner: headers.authorization ?? headers.cookie ?? '' };
}

/** The status other servers log if the client disconnected before the reply. */
const clientDisconnect = 499;

/** The route pattern. The web application is one route, because its files have other names in every release. */
function routeName({ routeOptions: { url, config } }: FastifyRequest, status: number): string {
  if (url !== undefined && config.endpoint) return url;
  // Pages have no route of their own: every path outside the API is one.
  return url === undefined && status >= 400 ? 'unknown' : '/*';
}

/** Writes one log line and one measurement per request, with the route pattern and never the requested URL. */
function requestNoter({ log, metrics, principalOf = () => null }: HttpServerOptions) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { caller, open } = request;
    const status = open.isAbandoned ? clientDisconnect : reply.statusCode;
    const route = routeName(request, status);
    metrics.observeRequest(request.method, route, status, reply.elapsedTime / 1000);
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        // Left out of the line if undefined.
        principal: (caller && principalOf(caller.owner)) ?? undefined,
        // The person, in an organization.
        actor: (caller && personOf(caller) && principalOf(caller.actor.id ?? '')) ?? undefined,
      },
      'request',
    );
  };
}
