import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface CookieOptions {
  https: boolean;
  maxAgeSeconds: number;
}

export type Cookie = ReturnType<typeof createCookie>;

/** Reads and writes a cookie that scripts cannot read and other sites cannot send with a request that changes something. */
export function createCookie(baseName: string, { https, maxAgeSeconds }: CookieOptions) {
  // __Host- makes browsers reject the cookie from a subdomain or over plain HTTP.
  const name = https ? `__Host-${baseName}` : baseName;
  const write = (reply: FastifyReply, value: string, maxAge: number) =>
    reply.header(
      'set-cookie',
      stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure: https }),
    );
  return {
    name,
    read: ({ headers }: FastifyRequest): string | undefined =>
      headers.cookie && parseCookie(headers.cookie)[name],
    write(reply: FastifyReply, value: string): void {
      write(reply, value, maxAgeSeconds);
    },
    clear(reply: FastifyReply): void {
      write(reply, '', 0);
    },
  };
}
