import * as z from 'zod/mini';
import { forAdmins, forViewers, roles } from './access.ts';
import { sessionErrors } from './core/caller-errors.ts';
import { defineEndpoint, json } from './core/endpoint.ts';
import { count, instant, messageReply, text } from './core/fields.ts';

/** The name of an organization in URLs. */
export const handlePattern = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/;

const role = z.enum(roles);
/** In replies, because later versions may have more roles than this one. */
const anyRole = z.string().check(z.describe('`viewer`, `member` or `admin`'));

const common = { group: 'Organization', peopleOnly: true } as const;

const organization = z.object({
  handle: z.string().check(z.describe('Its name in URLs')),
  name: z.string(),
  createdAt: instant,
  members: count,
});
export type Organization = z.output<typeof organization>;

export const readOrganization = defineEndpoint({
  ...common,
  ...forViewers,
  method: 'GET',
  path: '/api/organization',
  summary: 'Get the organization that the request is about',
  reply: json(organization),
  errors: sessionErrors,
});

export const organizationName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

export const updateOrganization = defineEndpoint({
  ...common,
  ...forAdmins,
  method: 'PATCH',
  path: '/api/organization',
  audit: 'organization.changed',
  summary: 'Change the name or the handle of the organization',
  body: z.object({
    name: z.optional(organizationName),
    handle: z
      .optional(
        z
          .string()
          .check(
            z.regex(
              handlePattern,
              'Use 3 to 40 lower-case letters, digits and hyphens, with a letter first and no hyphen last',
            ),
          ),
      )
      .check(z.describe('Old links stop working, and the old handle is never given out again')),
  }),
  example: { body: { name: 'Contoso' } },
  reply: json(messageReply),
  errors: [...sessionErrors, 'handle_taken'],
});

const member = z.object({
  id: z.string(),
  name: z.string(),
  email: text.check(z.describe('As the identity provider says')),
  role: anyRole,
  joinedAt: instant,
  signedInAt: z.nullable(instant),
  isYou: z.boolean(),
  tokens: count.check(z.describe('Access tokens that stop when the member leaves')),
  agents: count.check(z.describe('Agent secrets that the member created, which go on')),
});
export type Member = z.output<typeof member>;

export const listMembers = defineEndpoint({
  ...common,
  ...forViewers,
  method: 'GET',
  path: '/api/organization/members',
  summary: 'List the members of the organization, by name',
  reply: json(z.object({ members: z.array(member) })),
  errors: sessionErrors,
});

const memberParams = z.object({ personId: z.string() });
const memberErrors = [...sessionErrors, 'not_found', 'last_admin'] as const;

export const changeRole = defineEndpoint({
  ...common,
  ...forAdmins,
  method: 'PATCH',
  path: '/api/organization/members/{personId}',
  audit: 'member.role_changed',
  summary: 'Change the role of a member',
  params: memberParams,
  body: z.object({ role }),
  example: { body: { role: 'viewer' } },
  reply: json(messageReply),
  errors: memberErrors,
});

export const removeMember = defineEndpoint({
  ...common,
  ...forAdmins,
  method: 'DELETE',
  path: '/api/organization/members/{personId}',
  audit: 'member.removed',
  summary: 'Remove a member: access ends now, and the access tokens of the member stop',
  params: memberParams,
  reply: json(messageReply),
  errors: memberErrors,
});

export const leaveOrganization = defineEndpoint({
  ...common,
  ...forViewers,
  method: 'DELETE',
  path: '/api/organization/membership',
  audit: 'member.left',
  summary: 'Leave the organization',
  reply: json(messageReply),
  errors: [...sessionErrors, 'last_admin'],
});

const invitation = z.object({
  id: z.string(),
  label: z.string().check(z.describe('Who it is for, as it was entered')),
  role: anyRole,
  createdAt: instant,
  expiresAt: instant,
  invitedBy: text.check(z.describe('Null for a command on the server')),
});
export type Invitation = z.output<typeof invitation>;

export const listInvitations = defineEndpoint({
  ...common,
  ...forAdmins,
  method: 'GET',
  path: '/api/organization/invitations',
  summary: 'List the invitations that can still be used, without their links',
  reply: json(z.object({ invitations: z.array(invitation) })),
  errors: sessionErrors,
});

export const createInvitation = defineEndpoint({
  ...common,
  ...forAdmins,
  method: 'POST',
  path: '/api/organization/invitations',
  audit: 'invitation.created',
  summary: 'Create an invitation: a link that works once, for 7 days. It is returned only now',
  body: z.object({ label: z.string().check(z.trim(), z.maxLength(100)), role }),
  example: { body: { label: 'Bert', role: 'member' } },
  reply: json(z.object({ invitation, url: z.string(), message: z.string() }), 201),
  errors: [...sessionErrors, 'too_many_invitations'],
  sensitive: true,
});

export const revokeInvitation = defineEndpoint({
  ...common,
  ...forAdmins,
  method: 'DELETE',
  path: '/api/organization/invitations/{invitationId}',
  audit: 'invitation.revoked',
  summary: 'Revoke an invitation: its link stops working',
  params: z.object({ invitationId: z.string() }),
  reply: json(messageReply),
  errors: [...sessionErrors, 'not_found'],
});
