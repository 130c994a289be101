import { isPublicAddress, literalAddress } from '../outbound/public-address.ts';

/** Reserved for private networks (RFC 6761, 6762, 8375, ICANN's `internal`), or in wide use without being a domain. */
const privateSuffixes = ['.localhost', '.local', '.internal', '.home.arpa', '.lan', '.test'];

/**
 * Whether a host, as a URL has it, cannot be on the public internet: a private address, a name without a dot, or a name under
 * a suffix that cannot be registered.
 */
export function isPrivateHost(hostname: string): boolean {
  const address = literalAddress(hostname);
  if (address !== null) return !isPublicAddress(address);
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || privateSuffixes.some((suffix) => name.endsWith(suffix));
}
