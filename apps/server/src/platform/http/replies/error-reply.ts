import { type ErrorReply, isBusyError } from '@warranty/contracts/core/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseDiskFull, isDatabaseUnavailable } from '../../db/database.ts';
import type { Log } from '../../log.ts';
import { toError } from '../../to-error.ts';
import { AppError } from '../app-error.ts';
import { boundDetails } from '../details.ts';
import { ClientLeftError } from '../open-requests.ts';

/** Turns any thrown error into an error from the catalog. */
export function toAppError(error: FastifyError | Error, bodyLimit: number): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error))
    return new AppError('database_unavailable', { retryAfterSeconds: 5, cause: error });
  if (isDatabaseDiskFull(error)) return new AppError('disk_full', { cause: error });
  const code = 'code' in error ? error.code : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('body_too_large', { values: { limit: bodyLimit } });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('unsupported_media_type', { values: { types: 'application/json' } });
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError('invalid_request', { cause: error });
  return new AppError('internal', { cause: error });
}

/** Whether the error means that the body will stay incomplete; Node reports this as a reset connection. */
function isBrokenOff(error: unknown, body: FastifyRequest['raw']): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : '';
  return error === body.errored || code === 'ERR_STREAM_PREMATURE_CLOSE' || isBrokenOff(error.cause, body);
}

/**
 * The client disconnected in the middle of its body, or while the request waited. This is not a server error, although a lost
 * database connection looks the same.
 */
function isClientDisconnect(error: unknown, { raw }: FastifyRequest, reply: FastifyReply): boolean {
  if (error instanceof ClientLeftError) return true;
  if (!reply.raw.destroyed || raw.complete) return false;
  return isBrokenOff(error, raw) || (error instanceof AppError && error.status < 500);
}

/** Handles every failed request. The cause is only logged. */
export function replyToErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((thrown: FastifyError | Error, request, reply) => {
    // There is no client to reply to, and the request is noted when its connection closes.
    if (isClientDisconnect(thrown, request, reply))
      return sendError(reply, new AppError('invalid_request', { cause: thrown }));
    const error = toAppError(toError(thrown), request.routeOptions.bodyLimit);
    // A busy server is not broken, and its log must not add to the load; a metric counts these.
    if (error.status >= 500 && !isBusyError(error.code))
      log.error({ err: error.cause ?? error, requestId: request.id }, error.message);
    return sendError(reply, error);
  });
}

export function errorBody(error: AppError): ErrorReply {
  return {
    error: error.message,
    code: error.code,
    ...(error.details ? { details: boundDetails(error.details) } : {}),
    ...error.extra,
  };
}

/** Agents retry by themselves, and many of them scan at the same time of day. */
const agentSpreadSeconds = 10;
/** Up to this time, the reason is a moment with too many requests, which hits all agents alike. */
const shortWaitSeconds = 5;

function retryAfterOf(seconds: number, { routeOptions }: FastifyRequest): number {
  const isAgent = routeOptions?.config?.endpoint?.access === 'agent';
  if (!isAgent || seconds > shortWaitSeconds) return seconds;
  return seconds + Math.floor(Math.random() * agentSpreadSeconds);
}

/** The only place where an error becomes a reply. */
export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(retryAfterOf(error.retryAfterSeconds, reply.request)));
  return reply
    .code(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(errorBody(error)));
}
