import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The IP address if the host is one, without IPv6 brackets; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? null : bare;
}

/** Addresses of cloud control planes that look public. */
const controlPlanes = new Set(['168.63.129.16']);

/** The only part of IPv6 that is assigned for public use. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet. IPv6 addresses that embed an IPv4 address (mapped, compatible,
 * translated, 6to4, Teredo) are always rejected: public hosts do not use them, and each could bypass the check.
 */
export function isPublicAddress(address: string): boolean {
  // Stricter than the library, which also accepts `1.2.3` and numbers.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || controlPlanes.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast);
}
