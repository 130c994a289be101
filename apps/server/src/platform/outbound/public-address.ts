import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address of a host that is one already, without the brackets of an IPv6 one; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? null : bare;
}

/** Where a cloud's own control plane answers, although the address looks like anybody's. */
const controlPlanes = new Set(['168.63.129.16']);

/** All of IPv6 that has ever been handed out to the public. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet. The forms of IPv6 that carry an IPv4 address inside (mapped,
 * compatible, translated, 6to4, Teredo) are refused as they are: nobody publishes them, and each is a way around.
 */
export function isPublicAddress(address: string): boolean {
  // Stricter than the library, which also reads `1.2.3` and numbers.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || controlPlanes.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast);
}
