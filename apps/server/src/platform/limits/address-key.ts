import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * A household or office has a whole IPv6 /64, so that counts as one address. Text that is not an address shares one key, or
 * a client would have as many limits as texts.
 */
export function addressKey(address: string): string {
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
}
