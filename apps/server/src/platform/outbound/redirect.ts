import { BlockedCallError } from './errors.ts';

export interface Hop {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Headers that do not identify the caller; all others may contain a key. */
const harmlessHeaders = ['accept', 'content-type', 'user-agent'];
const withoutBody = { body: undefined, method: 'GET' } as const;

/** The target of a redirect, or null if the reply is not a redirect. */
export function locationOf(status: number, location: string | undefined, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || !location) return null;
  const url = URL.parse(location, from.href);
  if (url === null)
    throw new BlockedCallError('redirect', 'host', 'The response redirects to an invalid URL.');
  return url;
}

/** The next request. Never downgrades from https to http, and sends nothing that may be a key to another origin. */
export function nextHop({ method, url: from, headers, body }: Hop, status: number, to: URL): Hop {
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new BlockedCallError('redirect', 'downgrade', 'The response redirects from https to http.');
  const drops = status === 303 || ((status === 301 || status === 302) && method === 'POST');
  const next = drops && method !== 'GET' ? withoutBody : { method, body };
  if (to.origin === from.origin) return { ...next, url: to, headers };
  if (next.body !== undefined)
    throw new BlockedCallError(
      'redirect',
      'body',
      'The response redirects to another host, which would receive the request body.',
    );
  const forwarded = Object.entries(headers).filter(([name]) => harmlessHeaders.includes(name));
  return { ...next, url: to, headers: Object.fromEntries(forwarded) };
}
