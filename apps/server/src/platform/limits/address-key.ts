import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Parsing one takes microseconds, and every request asks several times. */
const parsedKeys = new LRUCache<string, string>({ max: 1000 });

/**
 * A household or office has a whole IPv6 /64, so that counts as one address. Text that is not an address shares one key, or
 * a client would have as many limits as texts.
 */
export function addressKey(address: string): string {
  if (isIPv4(address)) return address;
  return parsedKeys.get(address) ?? parseKey(address);
}

function parseKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const key = keyOf(ipaddr.process(address));
  parsedKeys.set(address, key);
  return key;
}

function keyOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
