import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import type { Authenticator } from './endpoints.ts';

const bearer = /^bearer(?: +(?! )(.*))?$/i;

/**
 * Bearer requests carry their credential on purpose and never use the cookie, so no page can forge them. Other kinds
 * of Authorization are none of ours: a proxy in front may ask for a password and leave it on the request.
 */
export function usesBearer({ headers }: FastifyRequest): boolean {
  return bearer.test(headers.authorization ?? '');
}

/** Only ever from the header: an address ends up in logs and histories. */
export function bearerToken({ headers }: FastifyRequest): string {
  return bearer.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** A token opens nothing here, and the program that sends one has no page to reload: the reply says what is true for it. */
export function sessionOnly(bySession: Authenticator): Authenticator {
  return async (request, reply) => {
    if (usesBearer(request)) throw new AppError('session_only');
    return bySession(request, reply);
  };
}

/** Whoever brings a token is judged by the token alone. */
export function sessionOrBearer(bySession: Authenticator, byBearer: Authenticator): Authenticator {
  return (request, reply) => (usesBearer(request) ? byBearer : bySession)(request, reply);
}
