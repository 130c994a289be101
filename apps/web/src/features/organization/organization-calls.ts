import { useQuery } from '@tanstack/react-query';
import type { Role } from '@warranty/contracts/access';
import type { CallInput } from '@warranty/contracts/core/endpoint';
import {
  changeRole,
  createInvitation,
  type Invitation,
  leaveOrganization,
  listInvitations,
  type Member,
  removeMember,
  revokeInvitation,
  updateOrganization,
} from '@warranty/contracts/organization';
import { call } from '../../lib/api/api.ts';
import { isNotFound, withErrorMessage } from '../../lib/api/error-text.ts';
import { queryClient } from '../../lib/api/query.ts';
import { addressIn, leaveFor, rememberOrganization } from '../../lib/browser/organization.ts';
import { renewSession, type Session } from '../../shared/session/session.ts';
import { toast, toastAfterLoad } from '../../ui/feedback/toast-store.ts';

const membersKey = ['members'];
const invitationsKey = ['invitations'];

export function useInvitations() {
  return useQuery({
    queryKey: invitationsKey,
    queryFn: async () => (await call(listInvitations)).invitations,
  });
}

const rereadMembers = () => queryClient.invalidateQueries({ queryKey: membersKey });
const rereadInvitations = () => queryClient.invalidateQueries({ queryKey: invitationsKey });

/** The role of the person decides what other parts of the page offer. */
async function rereadOwnRole(): Promise<void> {
  queryClient.setQueryData(['session'], await renewSession());
}

/** A member who is gone was removed elsewhere: no error, the list shows it. */
async function changeMembers(failed: string, reply: Promise<{ message: string }>): Promise<void> {
  try {
    const { message } = await withErrorMessage(failed, reply);
    toast({ title: message });
  } catch (error) {
    if (!isNotFound(error as Error)) throw error;
    toast({ title: 'This member has already left.' });
  }
  // Wait until a removed row and its buttons are gone, so that the focus moves to an element that stays.
  await rereadMembers();
}

export async function setRole({ id, isYou }: Member, role: Role): Promise<void> {
  const request = { params: { personId: id }, body: { role } };
  await changeMembers('Failed to change the role.', call(changeRole, request));
  if (isYou) await rereadOwnRole();
}

export async function remove({ id }: Member): Promise<void> {
  await changeMembers('Failed to remove the member.', call(removeMember, { params: { personId: id } }));
  // Those of the removed member are gone.
  await rereadInvitations();
}

/** Opens another organization of the person, or Home if there is none. */
export async function leave({ organization, organizations = [] }: Session): Promise<void> {
  const { message } = await withErrorMessage('Failed to leave the organization.', call(leaveOrganization));
  const next = organizations.find(({ handle }) => handle !== organization?.handle)?.handle ?? null;
  rememberOrganization(next);
  toastAfterLoad({ title: message });
  await leaveFor(addressIn(next, '/'));
}

export async function invite(body: CallInput<typeof createInvitation>['body']) {
  try {
    return await withErrorMessage('Failed to create the invitation.', call(createInvitation, { body }));
  } finally {
    // Also after a failure: if only the reply was lost, there is a link that is better revoked.
    rereadInvitations();
  }
}

/** An invitation that is gone was used or revoked elsewhere, which is the intended result. */
export async function revoke({ id }: Invitation): Promise<void> {
  try {
    const params = { invitationId: id };
    const { message } = await withErrorMessage(
      'Failed to revoke the invitation.',
      call(revokeInvitation, { params }),
    );
    toast({ title: message });
  } catch (error) {
    if (!isNotFound(error as Error)) throw error;
    toast({ title: 'This invitation has already been used or revoked.' });
    // It may have been used, and then there is a new member.
    await rereadMembers();
  }
  await rereadInvitations();
}

/** After a change of the handle, the page is loaded at its new address. */
export async function update(change: { name?: string; handle?: string }): Promise<void> {
  const { message } = await withErrorMessage(
    'Failed to save the organization.',
    call(updateOrganization, { body: change }),
  );
  const { handle } = change;
  if (handle !== undefined) {
    rememberOrganization(handle);
    toastAfterLoad({ title: message });
    await leaveFor(addressIn(handle, '/organization?tab=settings'));
  }
  queryClient.setQueryData(['session'], await renewSession());
  toast({ title: message });
}
