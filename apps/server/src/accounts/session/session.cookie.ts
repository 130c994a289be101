import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Reads and writes the session cookie, the only credential of a browser. */
export function createSessionCookie({ https, idleDays }: { https: boolean; idleDays: number }) {
  // __Host- makes browsers reject the cookie from a subdomain or over plain HTTP.
  const name = https ? '__Host-warranty_sid' : 'warranty_sid';
  const set = (reply: FastifyReply, value: string, maxAge: number) =>
    reply.header(
      'set-cookie',
      stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure: https }),
    );
  return {
    name,
    read: ({ headers }: FastifyRequest): string | undefined =>
      headers.cookie && parseCookie(headers.cookie)[name],
    write(reply: FastifyReply, token: string): void {
      set(reply, token, idleDays * 24 * 3600);
    },
    clear(reply: FastifyReply): void {
      set(reply, '', 0);
    },
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
