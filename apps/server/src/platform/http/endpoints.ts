import { verdict } from '@warranty/contracts/access';
import type { Endpoint, JsonReply } from '@warranty/contracts/core/endpoint';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  preParsingAsyncHookHandler,
  preParsingHookHandler,
  preValidationHookHandler,
} from 'fastify';
import type * as z from 'zod/mini';
import { currentRequest } from '../fairness/current-request.ts';
import type { Semaphore } from '../fairness/semaphore.ts';
import type { Caller, Client, Identity } from '../ownership/caller.ts';
import { toOwnerId } from '../ownership/owner-id.ts';
import { AppError } from './app-error.ts';
import { gunzipBody } from './bodies/gunzip-body.ts';
import { UnparsedBody } from './bodies/json-body.ts';
import {
  bodyLimitOf,
  createFileReceiver,
  type FileReceiver,
  type ReceivedFile,
} from './bodies/received-file.ts';
import { guardBody } from './bodies/request-body.ts';
import { refuseUnstorable } from './bodies/storable-text.ts';
import { isArriving, isLargeBody } from './bodies/unread-body.ts';
import { toDetails } from './details.ts';
import { ClientLeftError, type OpenRequest } from './open-requests.ts';
import { createReplyTurns, isPieces, streamInTurns } from './replies/streamed-reply.ts';
import { expectedReplyBytes } from './replies/watch-replies.ts';
import { RequestSharer } from './request-sharer.ts';
import type { Call, Route } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on every route; the test that walks all routes requires it. */
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Null until the caller is identified, and on public endpoints. */
    caller: Caller | null;
    client: Client;
    /** What this request holds is given back when it is over. */
    open: OpenRequest;
  }
}

/** Identifies the caller, or throws. */
export type Authenticator = (request: FastifyRequest, reply: FastifyReply) => Promise<Identity>;

/** Of agents, and of everyone else. */
type Authenticators = Partial<Record<'agent' | 'user', Authenticator>>;

/** Converts `/api/things/{thingId}` to Fastify's syntax. */
function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

export interface RouteGuards {
  authenticators: Authenticators;
  /** Throws if a session, access token or agent secret sends too many requests. */
  countRequest(credential: string): void;
  /** Called when the caller may do what the request asks for. */
  onAccepted?: ((caller: Caller) => void) | undefined;
  admission: {
    /** Waits for a place. Returns null if there is one now. */
    enter(request: FastifyRequest): Promise<void> | null;
    /** Makes room for another request. */
    leave(request: FastifyRequest): void;
  };
  /** Waits until there is memory for a reply of about this size. Returns null if there is now. */
  reserveReply(request: FastifyRequest, bytes: number): Promise<void> | null;
}

export function registerRoutes(app: FastifyInstance, routes: readonly Route[], guards: RouteGuards) {
  const receiver = createFileReceiver();
  const turns = createReplyTurns();
  app.decorateRequest('caller', null);
  app.decorateRequest('client');
  app.decorateRequest('open');
  const endpoints = routes.map(({ endpoint }) => endpoint);
  for (const { endpoint, createHandler } of routes)
    registerRoute(app, { endpoint, handle: createHandler(endpoints) }, guards, { receiver, turns });
}

function registerRoute(
  app: FastifyInstance,
  { endpoint, handle }: { endpoint: Endpoint; handle: ReturnType<Route['createHandler']> },
  guards: RouteGuards,
  { receiver, turns }: { receiver: FileReceiver; turns: Semaphore },
) {
  const { admission } = guards;
  /** Whether the handler reads params or query; otherwise they are not checked. */
  const takesAddress = endpoint.params !== undefined || endpoint.query !== undefined;
  const guard: onRequestHookHandler = (request, _reply, done) => {
    guardBody(request, endpoint);
    // Others are admitted while the body arrives, which is up to the client.
    if (endpoint.upload || isArriving(request)) admission.leave(request);
    done();
  };
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    bodyLimit: bodyLimitOf(endpoint),
    config: { endpoint },
    // Runs before the body is read, so that bodies of unauthenticated requests are not parsed.
    onRequest: [...identify(endpoint, guards), guard],
    preParsing: preParsingFor(endpoint, receiver),
    // A file for a run is stored while it arrives, within limits of its own.
    preValidation: endpoint.upload ? [] : [takePlace(endpoint, guards)],
    handler: async (request, reply) => {
      const { params, query } = request;
      const refusal = takesAddress && refuseUnstorable({ params, query });
      if (refusal) throw refusal;
      const file = endpoint.file ? receiver.fileOf(endpoint.file, request) : null;
      const sharer = new RequestSharer(request, endpoint, admission.leave);
      const call = {
        params: parse(endpoint.params, params, 'params'),
        query: parse(endpoint.query, query, 'query'),
        body: file?.contentType ? undefined : bodyOf(endpoint, request),
        upload: endpoint.upload ? request.body : null,
        file,
        bytes: endpoint.bodyAsBytes ? bytesOf(request, receiver) : null,
        caller: request.caller,
        request,
        reply,
        // Which of these there are depends on the endpoint. The type of its handler says the same.
      } as Call<Endpoint>;
      if (sharer.changesNothing && request.open?.isAbandoned) throw new ClientLeftError();
      const made = await currentRequest.run(sharer, () => handle(call));
      const answer = isPieces(made) ? streamInTurns(made, turns, sharer) : made;
      // The rest of a file is sent as fast as the client reads it.
      if (endpoint.reply.kind === 'raw') admission.leave(request);
      return answer === reply ? reply : sendReply(reply, endpoint, answer);
    },
  });
}

/** Nothing of a public endpoint. */
function identify(endpoint: Endpoint, guards: RouteGuards): onRequestAsyncHookHandler[] {
  if (endpoint.access === 'public') return [];
  const authenticate = authenticatorFor(endpoint, guards.authenticators);
  return [
    async (request, reply) => {
      const { client, id: requestId } = request;
      const identity = await currentRequest.run({ owner: '', client }, () => authenticate(request, reply));
      guards.countRequest(identity.actor.id ?? identity.owner);
      if (identity.isOrganization) request.client = { ...client, key: identity.owner };
      const caller = { ...actingIn(endpoint, identity), client: request.client, requestId };
      requireRight(endpoint, caller, reply);
      request.caller = caller;
      guards.onAccepted?.(caller);
    },
  ];
}

/** What is about people themselves belongs to them, whichever organization they act in. */
function actingIn({ access }: Endpoint, { owner, actor }: Identity): Identity {
  const isAboutPerson = (access === 'person' || access === 'identity') && actor.kind === 'person';
  return { owner: isAboutPerson && actor.id ? toOwnerId(actor.id) : owner, actor };
}

/** Throws if the caller is known, but may not do this. */
function requireRight(endpoint: Endpoint, caller: Caller, reply: FastifyReply): void {
  const refusal = verdict(endpoint, caller);
  if (!refusal) return;
  if (caller.actor.kind === 'token') reply.header('www-authenticate', 'Bearer error="insufficient_scope"');
  const values = {
    ...('scope' in endpoint && { scope: endpoint.scope }),
    ...('role' in endpoint && { roles: `${endpoint.role}s` }),
  };
  throw new AppError(refusal, { values });
}

/** Once the body is there, and there is memory for the reply. Nothing else is held while it waits for that. */
function takePlace(
  endpoint: Endpoint,
  { admission, reserveReply }: Pick<RouteGuards, 'admission' | 'reserveReply'>,
): preValidationHookHandler {
  const bytes = expectedReplyBytes(endpoint);
  const enter = (request: FastifyRequest): Promise<void> | null => {
    const room = reserveReply(request, bytes);
    if (!room) return admission.enter(request);
    admission.leave(request);
    return room.then(() => admission.enter(request) ?? undefined);
  };
  return (request, _reply, done) => {
    const entering = enter(request);
    if (entering) entering.then(() => done(), done);
    else done();
  };
}

function preParsingFor(
  endpoint: Endpoint,
  receiver: FileReceiver,
): (preParsingHookHandler | preParsingAsyncHookHandler)[] {
  if (endpoint.method === 'GET' || endpoint.upload) return [];
  const receive: preParsingAsyncHookHandler = (request, reply, payload) =>
    receiver.receive(endpoint, request, reply, payload);
  if (endpoint.file || endpoint.bodyAsBytes) return [receive];
  const count: preParsingHookHandler = (request, reply, payload, done) =>
    done(null, isLargeBody(request) ? receiver.count(request, reply, payload) : payload);
  return endpoint.gzip ? [gunzipBody, count] : [count];
}

function authenticatorFor({ method, path, access }: Endpoint, authenticators: Authenticators): Authenticator {
  const authenticate = authenticators[access === 'agent' ? 'agent' : 'user'];
  if (authenticate) return authenticate;
  throw new Error(`${method} ${path} needs ${access} access, which no plugin provides`);
}

function bodyOf({ body, bodyAsBytes }: Endpoint, request: FastifyRequest): unknown {
  if (bodyAsBytes) return undefined;
  if (request.body instanceof UnparsedBody) return request.body.text;
  return parse(body, request.body, 'body');
}

function bytesOf(request: FastifyRequest, receiver: FileReceiver): ReceivedFile {
  const bytes = receiver.bytesOf(request);
  if (bytes) return bytes;
  throw new AppError('invalid_request', {
    details: [{ path: 'body', message: 'The request body is missing.' }],
  });
}

function parse(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('invalid_request', { details: toDetails(part, result.error.issues) });
}

function sendReply(reply: FastifyReply, endpoint: Endpoint, answer: unknown): FastifyReply {
  const { reply: form } = endpoint;
  const accepted = form.kind === 'json' && form.orAccepted && reply.statusCode === 202;
  if (!accepted) reply.code(form.status);
  if (form.kind === 'empty') return reply.send();
  if (form.kind === 'raw') {
    const isOther = form.otherTypes?.includes(String(reply.getHeader('content-type')));
    return (isOther ? reply : reply.header('content-type', form.contentType)).send(answer);
  }
  reply.header('content-type', 'application/json; charset=utf-8');
  if (form.written) return reply.send(answer);
  return reply.send(JSON.stringify(filterReply(form, endpoint, answer)));
}

/** Strips everything that is not in the contract. */
function filterReply(form: JsonReply, endpoint: Endpoint, answer: unknown): unknown {
  const result = form.schema.safeParse(answer);
  if (result.success) return result.data;
  throw new Error(`the reply of ${endpoint.method} ${endpoint.path} does not fit its contract`, {
    cause: result.error,
  });
}
