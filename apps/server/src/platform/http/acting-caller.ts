import type { FastifyRequest } from 'fastify';
import type { Actor } from '../audit/actor.ts';
import type { RequestCaller } from './route.ts';

/** The caller of an endpoint that leaves an audit event. */
export interface ActingCaller extends RequestCaller {
  actor: Actor;
}

/** A browser that has no session yet. */
export const anonymousActor = (request: FastifyRequest): Actor => ({
  kind: 'browser',
  id: null,
  owner: null,
  requestId: request.id,
  address: request.ip,
});

export function withActor(caller: RequestCaller, request: FastifyRequest): ActingCaller {
  const { kind, id } = caller.credential ?? { kind: 'browser', id: caller.userId };
  const actor = { kind, id, owner: caller.userId, requestId: request.id, address: request.ip } as const;
  return { ...caller, actor };
}
