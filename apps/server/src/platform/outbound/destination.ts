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

/** Every address of a name; rejects, or answers none, where it has none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export interface Destination {
  url: URL;
  /** The only addresses a connection may be made to; null where the operator named the origin. */
  addresses: LookupAddress[] | null;
}

const blockedBy = (phase: BlockedPhase, { rule, message }: RelayRefusal) =>
  new BlockedCallError(phase, rule, message);

/** What an address may look like at all, whoever wrote it: as typed, or as an answer led there. */
export function checkUrl(given: URL, phase: BlockedPhase, ports: ReadonlySet<number>): URL {
  const refusal = relayRefusal(given, ports);
  if (refusal) throw blockedBy(phase, refusal);
  const url = new URL(given);
  url.hostname = withoutRootDot(url.hostname);
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
