import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * Removes what cannot be an address from X-Forwarded-For, and everything before it: entries further to the right come from
 * proxies closer to us. Without this, a text that a trusted proxy passes on would be the address of the client.
 */
export function dropInvalidHops(headers: IncomingHttpHeaders): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return;
  const hops = String(forwarded)
    .split(',')
    .map((hop) => hop.trim());
  const last = hops.findLastIndex((hop) => isIP(hop) === 0);
  if (last < 0) return;
  headers['x-forwarded-for'] = hops.slice(last + 1).join(', ') || undefined;
}
