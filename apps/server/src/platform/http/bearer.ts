import type { FastifyRequest } from 'fastify';
import type { Authenticator } from './endpoints.ts';

const bearer = /^bearer(?: +(?! )(.*))?$/i;

/**
 * Bearer requests send their credential explicitly and never use the cookie, so no page can forge them. Other kinds of
 * Authorization are ignored: a proxy in front may ask for a password and leave it on the request.
 */
export function usesBearer({ headers }: FastifyRequest): boolean {
  return bearer.test(headers.authorization ?? '');
}

/** Only read from the header, because URLs end up in logs and browser histories. */
export function bearerToken({ headers }: FastifyRequest): string {
  return bearer.exec(headers.authorization ?? '')?.[1] ?? '';
}

/**
 * If a token is present, only the token is checked, also where tokens are not accepted: the program that sends one has no page to
 * reload, so it gets an error about its token.
 */
export function sessionOrBearer(bySession: Authenticator, byBearer: Authenticator): Authenticator {
  return (request, reply) => (usesBearer(request) ? byBearer : bySession)(request, reply);
}
