import { BlockedCallError } from './errors.ts';

export interface Hop {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
}

/** What says nothing about who asks; everything else may be a key. */
const harmlessHeaders = ['accept', 'content-type', 'user-agent'];
const withoutBody = { body: undefined, method: 'GET' } as const;

/** Where an answer leads, or null where it leads nowhere. */
export function locationOf(status: number, location: string | undefined, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || !location) return null;
  const url = URL.parse(location, from.href);
  if (url === null) throw new BlockedCallError('redirect', 'host', 'The answer leads to what is no address.');
  return url;
}

/** The next request: never from https to http, and to another origin without anything that may be a key. */
export function nextHop({ method, url: from, headers, body }: Hop, status: number, to: URL): Hop {
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new BlockedCallError('redirect', 'downgrade', 'The answer leads from https to http.');
  const drops = status === 303 || ((status === 301 || status === 302) && method === 'POST');
  const next = drops && method !== 'GET' ? withoutBody : { method, body };
  if (to.origin === from.origin) return { ...next, url: to, headers };
  if (next.body !== undefined)
    throw new BlockedCallError(
      'redirect',
      'body',
      'The answer leads to another host, which would be sent the body.',
    );
  const kept = Object.entries(headers).filter(([name]) => harmlessHeaders.includes(name));
  return { ...next, url: to, headers: Object.fromEntries(kept) };
}
