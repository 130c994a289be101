import type { LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';
import { type BlockedPhase, CallBlocked } from './blocked.ts';
import { isPublicAddress, literalAddress } from './public-address.ts';

/** Every address of a name; rejects, or answers none, where it has none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export interface Destination {
  url: URL;
  /** The only addresses a connection may be made to; null where the operator named the origin. */
  addresses: LookupAddress[] | null;
}

/** What an address may look like at all, whoever wrote it: as typed, or as an answer led there. */
export function checkUrl(given: URL, phase: BlockedPhase, ports: ReadonlySet<number>): URL {
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new CallBlocked(phase, 'scheme', 'Only http and https addresses are called.');
  if (url.username !== '' || url.password !== '')
    throw new CallBlocked(phase, 'credentials', 'A name and password do not belong in an address.');
  // A name with a dot at its end is the same name, and must meet the same rules.
  url.hostname = url.hostname.replace(/\.+$/, '');
  if (url.hostname === '' || url.hostname.endsWith('.'))
    throw new CallBlocked(phase, 'host', 'This is not a whole address.');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (!ports.has(port)) throw new CallBlocked(phase, 'port', `The server does not call port ${port}.`);
  url.hash = '';
  return url;
}

/**
 * Resolves a host once and demands that every address of it is public: the connection is made to these and to no
 * other. A name that resolves to somewhere else and one that does not exist are told alike, so that nobody can list
 * the names of an inner network.
 */
export async function publicAddresses(
  { hostname }: URL,
  phase: BlockedPhase,
  resolve: Resolve,
): Promise<LookupAddress[]> {
  const literal = literalAddress(hostname);
  if (literal !== null) {
    if (isPublicAddress(literal)) return [{ address: literal, family: isIPv6(literal) ? 6 : 4 }];
    throw new CallBlocked(phase, 'address', `The server calls public addresses only; ${hostname} is none.`);
  }
  const found = await resolve(hostname).catch((): LookupAddress[] => []);
  if (found.length > 0 && found.every(({ address }) => isPublicAddress(address))) return found;
  throw new CallBlocked(
    phase === 'request' ? 'resolve' : phase,
    found.length > 0 ? 'address' : 'host',
    `No public address was found for ${hostname}.`,
  );
}
