import { addressIn } from '../../lib/browser/organization.ts';

const organizationPattern = /^\/o\/([a-z0-9-]+)(?=[/?#]|$)/;

/**
 * The address for a person: as it is if it is in one of the organizations, otherwise the same page in the one that was used last,
 * or in the first one. Null if there is none.
 */
export function addressFor(
  address: string,
  handles: readonly string[],
  last: string | null = null,
): string | null {
  const named = organizationPattern.exec(address)?.[1];
  if (named !== undefined && handles.includes(named)) return address;
  const home = last !== null && handles.includes(last) ? last : handles[0];
  if (home === undefined) return null;
  const page = address.replace(organizationPattern, '');
  return addressIn(home, page.startsWith('/') ? page : `/${page}`);
}
