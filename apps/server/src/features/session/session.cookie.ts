import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionIdleDays } from './session.service.ts';

/** Reads and writes the one credential a browser has. */
export function createSessionCookie(https: boolean) {
  // __Host- makes browsers refuse the cookie from a subdomain or over plain http.
  const name = https ? '__Host-warranty_sid' : 'warranty_sid';
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: https } as const;
  return {
    name,
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write(reply: FastifyReply, token: string): void {
      reply.setCookie(name, token, { ...attributes, maxAge: sessionIdleDays * 24 * 3600 });
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(name, attributes);
    },
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
