import type { LookupAddress } from 'node:dns';
import { isIPv6 } from 'node:net';
import {
  notPublic,
  type RelayRefusal,
  relayRefusal,
  withoutRootDot,
} from '@warranty/domain/vendor-operations/reach';
import { BlockedCallError, type BlockedPhase } from './errors.ts';
import { isPublicAddress, literalAddress } from './public-address.ts';

/** Resolves all addresses of a name. Rejects, or returns none, if there are none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export interface Destination {
  url: URL;
  /** The only addresses a connection may be made to; null if the operator configured the origin. */
  addresses: LookupAddress[] | null;
}

const blockedBy = (phase: BlockedPhase, { rule, message }: RelayRefusal) =>
  new BlockedCallError(phase, rule, message);

/** Checks the URL itself, whether a user entered it or a redirect led to it. */
export function checkUrl(given: URL, phase: BlockedPhase, ports: ReadonlySet<number>): URL {
  const refusal = relayRefusal(given, ports);
  if (refusal) throw blockedBy(phase, refusal);
  const url = new URL(given);
  url.hostname = withoutRootDot(url.hostname);
  url.hash = '';
  return url;
}

/**
 * Resolves a host once and requires every address to be public; connections are made only to these addresses. A name that
 * resolves to a private address and one that does not exist get the same error, so that users cannot list the names of an
 * internal network.
 */
export async function publicAddresses(
  { hostname }: URL,
  phase: BlockedPhase,
  resolve: Resolve,
): Promise<LookupAddress[]> {
  const literal = literalAddress(hostname);
  if (literal !== null) {
    if (isPublicAddress(literal)) return [{ address: literal, family: isIPv6(literal) ? 6 : 4 }];
    throw blockedBy(phase, notPublic(hostname));
  }
  const found = await resolve(hostname).catch((): LookupAddress[] => []);
  if (found.length > 0 && found.every(({ address }) => isPublicAddress(address))) return found;
  throw new BlockedCallError(
    phase === 'request' ? 'resolve' : phase,
    found.length > 0 ? 'address' : 'host',
    `No public address was found for ${hostname}.`,
  );
}
