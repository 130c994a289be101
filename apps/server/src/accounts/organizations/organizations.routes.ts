import * as contract from '@warranty/contracts/organization';
import { type Route, route } from '../../platform/http/route.ts';
import type { OrganizationService } from './organizations.service.ts';

export function organizationRoutes(service: OrganizationService): Route[] {
  return [
    route(contract.readOrganization, ({ caller }) => service.read(caller.owner)),
    route(contract.updateOrganization, ({ caller, body }) => service.update(caller, body)),
    route(contract.listMembers, async ({ caller }) => ({ members: await service.listMembers(caller) })),
    route(contract.changeRole, ({ caller, params, body }) =>
      service.changeRole(caller, params.personId, body),
    ),
    route(contract.removeMember, ({ caller, params }) => service.removeMember(caller, params.personId)),
    route(contract.leaveOrganization, ({ caller }) => service.leave(caller)),
    route(contract.listInvitations, async ({ caller }) => ({
      invitations: await service.listInvitations(caller.owner),
    })),
    route(contract.createInvitation, ({ caller, body }) => service.invite(caller, body)),
    route(contract.revokeInvitation, ({ caller, params }) =>
      service.revokeInvitation(caller, params.invitationId),
    ),
  ];
}
