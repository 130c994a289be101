import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Client } from '../ownership/caller.ts';

/** Parsing one takes microseconds, and every request asks several times. */
const parsedKeys = new LRUCache<string, string>({ max: 1000 });

/**
 * A household or office has a whole IPv6 /64, so that counts as one client. Text that is not an address shares one key, or
 * a client would have as many limits as texts.
 */
export function clientKeyOf(ip: string): string {
  if (isIPv4(ip)) return ip;
  return parsedKeys.get(ip) ?? parseKey(ip);
}

export const clientOf = (ip: string): Client => ({ ip, key: clientKeyOf(ip) });

function parseKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const key = keyOf(ipaddr.process(ip));
  parsedKeys.set(ip, key);
  return key;
}

function keyOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
