import type { Access, Endpoint, JsonReply } from '@warranty/contracts/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import type * as z from 'zod/mini';
import { currentSharer } from '../current-sharer.ts';
import { withActor } from './acting-caller.ts';
import { AppError } from './app-error.ts';
import { toDetails } from './details.ts';
import { gunzipBody } from './gunzip-body.ts';
import { UnparsedBody } from './json-body.ts';
import { bodyLimitOf, createFileReceiver, type FileReceiver, type ReceivedFile } from './received-file.ts';
import { guardBody } from './request-body.ts';
import type { IdentifiedCaller, RequestCaller, Route } from './route.ts';
import { refuseUnstorable } from './storable-text.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on every route; the test that walks all routes requires it. */
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Null until the caller is identified, and on public endpoints. */
    caller: RequestCaller | null;
    /** The client's, as shares are counted by it (`addressKey`). */
    address: string;
  }
}

/** Identifies the caller, or throws. */
export type Authenticator = (request: FastifyRequest, reply: FastifyReply) => Promise<IdentifiedCaller>;
export type Authenticators = Partial<Record<Exclude<Access, 'public'>, Authenticator>>;

/** Converts `/api/things/{thingId}` to Fastify's syntax. */
function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

export interface RouteGuards {
  authenticators: Authenticators;
  /** Throws if a session, access token or agent secret sends too many requests. */
  countRequest(credential: string): void;
  /** Makes room for another request. */
  leaveAdmission(request: FastifyRequest): void;
}

export function registerRoutes(app: FastifyInstance, routes: readonly Route[], guards: RouteGuards) {
  const receiver = createFileReceiver();
  app.decorateRequest('caller', null);
  app.decorateRequest('address', '');
  const endpoints = routes.map(({ endpoint }) => endpoint);
  for (const { endpoint, createHandler } of routes)
    registerRoute(app, { endpoint, handle: createHandler(endpoints) }, guards, receiver);
}

function registerRoute(
  app: FastifyInstance,
  { endpoint, handle }: { endpoint: Endpoint; handle: ReturnType<Route['createHandler']> },
  { authenticators, countRequest, leaveAdmission }: RouteGuards,
  receiver: FileReceiver,
) {
  const authenticate = authenticatorFor(endpoint, authenticators);
  /** Whether the handler reads params or query; otherwise they are not checked. */
  const takesAddress = endpoint.params !== undefined || endpoint.query !== undefined;
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    bodyLimit: bodyLimitOf(endpoint),
    config: { endpoint },
    // Runs before the body is read, so that bodies of unauthenticated requests are not parsed.
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (authenticate) {
        const { address } = request;
        const identified = await currentSharer.run({ owner: '', address }, () =>
          authenticate(request, reply),
        );
        countRequest(identified.credential?.id ?? identified.userId);
        request.caller = { ...identified, address };
      }
      guardBody(request, endpoint);
      // A file for a run can take minutes to arrive. It is stored meanwhile, within limits of its own.
      if (endpoint.upload) leaveAdmission(request);
    },
    preParsing: preParsingFor(endpoint, receiver, (request) => request.caller?.userId),
    handler: async (request, reply) => {
      const { params, query } = request;
      const refusal = takesAddress && refuseUnstorable({ params, query });
      if (refusal) throw refusal;
      const file = endpoint.file ? receiver.fileOf(endpoint.file, request) : null;
      const sharer = {
        owner: request.caller?.userId ?? '',
        address: request.address,
        leaveAdmission: () => leaveAdmission(request),
      };
      const call = {
        params: parse(endpoint.params, params, 'params'),
        query: parse(endpoint.query, query, 'query'),
        body: file?.contentType ? undefined : bodyOf(endpoint, request),
        upload: (endpoint.upload ? request.body : null) as never,
        file: file as never,
        bytes: (endpoint.bodyAsBytes ? bytesOf(request, receiver) : null) as never,
        caller: callerOf(endpoint, request) as never,
        request,
        reply,
      };
      const answer = await currentSharer.run(sharer, () => handle(call));
      // The rest of a file is sent as fast as the client reads it.
      if (endpoint.reply.kind === 'raw') leaveAdmission(request);
      return answer === reply ? reply : sendReply(reply, endpoint, answer);
    },
  });
}

function preParsingFor(
  endpoint: Endpoint,
  receiver: FileReceiver,
  ownerOf: (request: FastifyRequest) => string | undefined,
): preParsingAsyncHookHandler[] {
  if (endpoint.gzip) return [gunzipBody];
  if (!endpoint.file && !endpoint.bodyAsBytes) return [];
  return [(request, reply, payload) => receiver.receive(endpoint, request, reply, payload, ownerOf(request))];
}

function callerOf({ audit }: Endpoint, request: FastifyRequest): RequestCaller | null {
  const { caller } = request;
  return caller && audit ? withActor(caller, request) : caller;
}

function authenticatorFor(endpoint: Endpoint, authenticators: Authenticators): Authenticator | undefined {
  if (endpoint.access === 'public') return undefined;
  const authenticate = authenticators[endpoint.access];
  if (authenticate) return authenticate;
  throw new Error(
    `${endpoint.method} ${endpoint.path} needs ${endpoint.access} access, which no plugin provides`,
  );
}

function bodyOf({ body, bodyAsBytes }: Endpoint, request: FastifyRequest): undefined {
  if (bodyAsBytes) return undefined;
  if (request.body instanceof UnparsedBody) return request.body.text as never;
  return parse(body, request.body, 'body');
}

function bytesOf(request: FastifyRequest, receiver: FileReceiver): ReceivedFile {
  const bytes = receiver.bytesOf(request);
  if (bytes) return bytes;
  throw new AppError('invalid_request', {
    details: [{ path: 'body', message: 'The request body is missing.' }],
  });
}

function parse(schema: z.ZodMiniType | undefined, value: unknown, part: string): undefined {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  // The types of the call come from the same schema; they are unknown here.
  if (result.success) return result.data as undefined;
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
