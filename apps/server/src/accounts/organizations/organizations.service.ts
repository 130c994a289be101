import type { Role } from '@warranty/contracts/access';
import type { Parsed } from '@warranty/contracts/core/endpoint';
import type {
  changeRole,
  createInvitation,
  Invitation,
  Member,
  Organization,
  updateOrganization,
} from '@warranty/contracts/organization';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/violations.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import { type OwnerId, toOwnerId } from '../../platform/ownership/owner-id.ts';
import type { LinkService } from '../sign-in/links.service.ts';
import type { LinkStore } from '../sign-in/one-time-links.store.ts';
import type { UsersStore } from '../users/users.store.ts';
import { isFreeHandle } from './handles.ts';
import type { MemberStore } from './members.store.ts';
import type { OrganizationStore } from './organizations.store.ts';
import { whileMember } from './while-member.ts';

const invitationMinutes = 7 * 24 * 60;
const maxInvitations = 200;

export interface OrganizationServiceDeps {
  store: OrganizationStore;
  members: MemberStore;
  users: UsersStore;
  links: Pick<LinkService, 'create' | 'urlOf'>;
  linkStore: LinkStore;
  audit: Pick<Audit, 'record'>;
}

export type OrganizationService = ReturnType<typeof createOrganizationService>;

type Change = Parsed<typeof updateOrganization>['body'];

export function createOrganizationService(deps: OrganizationServiceDeps) {
  const { store, members, users, links, linkStore, audit } = deps;

  /** Changes what a member may do, and throws if no admin would be left. */
  async function changeMember(
    caller: Caller,
    person: string,
    event: Parameters<Audit['record']>[2],
    work: (tx: Tx) => Promise<boolean>,
  ): Promise<void> {
    if (!isUuid(person)) throw new AppError('not_found');
    await store.transaction(async (tx) => {
      await members.lockAndCount(tx, caller.owner);
      if (!(await work(tx))) throw new AppError('not_found');
      if ((await members.countAdmins(tx, caller.owner)) === 0) throw new AppError('last_admin');
      await audit.record(tx, caller, { ...event, targetId: person });
    });
  }

  const remove = (caller: Caller, person: string, action: 'member.removed' | 'member.left') =>
    changeMember(caller, person, { action }, (tx) => members.remove(tx, caller.owner, person));

  return {
    async read(organization: OwnerId): Promise<Organization> {
      const { handle, name, createdAt, members: count } = await store.find(organization);
      return { handle, name, createdAt: createdAt.toISOString(), members: count ?? 0 };
    },

    async update(caller: Caller, { name, handle }: Change): Promise<{ message: string }> {
      const change = store.transaction(async (tx) => {
        if (name !== undefined) await store.rename(tx, caller.owner, name);
        const isRefused =
          handle !== undefined && !(isFreeHandle(handle) && (await users.rename(tx, caller.owner, handle)));
        if (isRefused) throw new AppError('handle_taken');
        await audit.record(tx, caller, { action: 'organization.changed' });
      });
      await change.catch((error: unknown) => {
        // Another one has it.
        throw isUniqueViolation(error) ? new AppError('handle_taken') : error;
      });
      return { message: 'Organization changed.' };
    },

    async listMembers({ owner, actor }: Caller): Promise<Member[]> {
      const found = await members.list(owner);
      return found.map(({ joinedAt, signedInAt, tokens, agents, ...member }) => ({
        ...member,
        joinedAt: joinedAt.toISOString(),
        signedInAt: signedInAt?.toISOString() ?? null,
        isYou: member.id === actor.id,
        tokens: tokens ?? 0,
        agents: agents ?? 0,
      }));
    },

    async changeRole(caller: Caller, person: string, { role }: Parsed<typeof changeRole>['body']) {
      const event = { action: 'member.role_changed', details: { change: role } } as const;
      await changeMember(caller, person, event, (tx) => members.setRole(tx, caller.owner, person, role));
      return { message: `Role changed to ${role}.` };
    },

    async removeMember(caller: Caller, person: string): Promise<{ message: string }> {
      await remove(caller, person, 'member.removed');
      return { message: 'Member removed.' };
    },

    async leave(caller: Caller): Promise<{ message: string }> {
      await remove(caller, caller.actor.id ?? '', 'member.left');
      return { message: 'You have left the organization.' };
    },

    listInvitations: async (organization: OwnerId): Promise<Invitation[]> =>
      (await linkStore.listInvitations(organization)).map(toWire),

    async invite(caller: Caller, { label, role }: Parsed<typeof createInvitation>['body']) {
      const createdBy = toOwnerId(caller.actor.id ?? '');
      const adding = store.transaction(async (tx) => {
        await members.lockAndCount(tx, caller.owner);
        const count = await linkStore.countInvitations(tx, caller.owner);
        if (count >= maxInvitations) throw new AppError('too_many_invitations', { values: { count } });
        const target = { owner: caller.owner, role };
        const link = await links.create(tx, target, { label, createdBy, minutes: invitationMinutes });
        const event = { action: 'invitation.created', targetId: link.id, details: { change: role } } as const;
        await audit.record(tx, caller, event);
        return link;
      });
      const made = await whileMember(adding);
      const invitation = (await linkStore.listInvitations(caller.owner)).find(({ id }) => id === made.id);
      if (!invitation) throw new AppError('not_found');
      const message = 'Invitation created. Copy the link now: it is shown once, and works once.';
      return { invitation: toWire(invitation), url: links.urlOf(made.secret), message };
    },

    async revokeInvitation(caller: Caller, id: string): Promise<{ message: string }> {
      if (!isUuid(id)) throw new AppError('not_found');
      await store.transaction(async (tx) => {
        if (!(await linkStore.removeInvitation(tx, caller.owner, id))) throw new AppError('not_found');
        await audit.record(tx, caller, { action: 'invitation.revoked', targetId: id });
      });
      return { message: 'Invitation revoked.' };
    },
  };
}

type StoredInvitation = Awaited<ReturnType<LinkStore['listInvitations']>>[number];

function toWire({ role, createdAt, expiresAt, ...invitation }: StoredInvitation): Invitation {
  return {
    ...invitation,
    role: role ?? ('viewer' satisfies Role),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
