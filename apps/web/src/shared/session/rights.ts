import { useQuery } from '@tanstack/react-query';
import { type CallerRights, isRole, verdict } from '@warranty/contracts/access';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { joinNames } from '../../lib/format/join-names.ts';
import { establishSession, useSession } from './session.ts';

/** Who is in the organization. Its contract is loaded only where it is needed. */
export function useMembers(isWanted = true) {
  return useQuery({
    queryKey: ['members'],
    queryFn: async () => {
      await establishSession();
      return (await import('./members.ts')).readMembers();
    },
    enabled: isWanted,
  });
}

/**
 * Why the role of the person does not allow a call: "Only admins can do this. Admins: Anna." Null if it is allowed, for a browser
 * without a sign-in, and as long as the role is not known.
 */
export function useRefusal(endpoint: Endpoint): string | null {
  const { organization } = useSession().data ?? {};
  const isRefused = organization ? isTooLow(endpoint, organization.role) : false;
  const { data: members = [] } = useMembers(isRefused);
  if (!isRefused || !('role' in endpoint)) return null;
  const admins = members.filter(({ role }) => role === 'admin').map(({ name }) => name);
  const who = endpoint.role === 'admin' ? 'admins' : `${endpoint.role}s and admins`;
  const names =
    admins.length > 0 ? ` ${admins.length === 1 ? 'Admin' : 'Admins'}: ${joinNames(admins)}.` : '';
  return `Only ${who} can do this.${names}`;
}

/** For lists that some members may not read: the call would fail. */
export async function isRefused(endpoint: Endpoint): Promise<boolean> {
  const { organization } = await establishSession();
  return organization ? isTooLow(endpoint, organization.role) : false;
}

/** As the server decides. A role of a later version is left to the server. */
export function isTooLow(endpoint: Endpoint, role: string): boolean {
  if (!isRole(role)) return false;
  const rights: CallerRights = { actor: { kind: 'person', role, isFresh: true } };
  return verdict(endpoint, rights) === 'role_too_low';
}
