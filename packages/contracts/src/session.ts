import * as z from 'zod/mini';
import { forAdmins, forAnyIdentity } from './access.ts';
import { identityErrors, sessionErrors } from './core/caller-errors.ts';
import { defineEndpoint, json, noContent } from './core/endpoint.ts';

/** The ID that a browser generates for itself. It identifies a user but proves nothing. */
export const demoUserIdPattern = /^demo-user-[a-z0-9]{9}$/;

const organization = z.object({
  handle: z.string().check(z.describe('Its name in URLs')),
  name: z.string(),
  role: z.string().check(z.describe('What the person may do there')),
});

export const sessionReply = z.object({
  userId: z
    .string()
    .check(
      z.describe('The user ID of this browser: `demo-user-` plus 9 characters; for a person, the handle'),
    ),
  person: z.optional(z.object({ id: z.string(), name: z.string() })).check(z.describe('Who is signed in')),
  organization: z
    .optional(z.nullable(organization))
    .check(z.describe('The organization that the request is about')),
  organizations: z.optional(z.array(organization)).check(z.describe('All organizations of the person')),
});
export type SessionReply = z.output<typeof sessionReply>;

export const startSession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session',
  access: 'public',
  group: 'Sessions',
  audit: 'session.created',
  summary: 'Start a session, or continue the one the cookie names',
  // A malformed ID is ignored instead of rejected, so any string is accepted.
  body: z.object({ demoUserId: z.optional(z.string().check(z.maxLength(200))) }),
  example: { body: {} },
  reply: json(sessionReply),
  errors: ['too_many_requests', 'sign_in_needed', 'sign_in_ended'],
});

const common = { group: 'Sessions' } as const;

export const readSession = defineEndpoint({
  ...common,
  ...forAnyIdentity,
  method: 'GET',
  path: '/api/auth/session',
  summary: 'Get the user of this session',
  reply: json(sessionReply),
  errors: identityErrors,
});

export const forgetBrowser = defineEndpoint({
  ...common,
  ...forAdmins,
  browserOnly: true,
  method: 'DELETE',
  path: '/api/auth/session',
  audit: 'session.forgotten',
  summary: 'Delete the user and all of its data',
  reply: noContent,
  errors: sessionErrors,
});

export const createRecoveryCode = defineEndpoint({
  ...common,
  ...forAdmins,
  browserOnly: true,
  method: 'POST',
  path: '/api/auth/recovery-code',
  audit: 'recovery_code.created',
  summary: 'Create a recovery code; it is shown once and replaces any previous code',
  reply: json(z.object({ recoveryCode: z.string() }), 201),
  errors: [...sessionErrors, 'too_many_requests'],
  sensitive: true,
  replaces:
    'Your present recovery code stops working. The new one is shown once, in the response: save it from there.',
});

export const recoverSession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/recover',
  access: 'public',
  group: 'Sessions',
  audit: 'session.recovered',
  summary: 'Restore a user with a recovery code and end its other sessions; each code works once',
  body: z.object({ recoveryCode: z.string().check(z.minLength(1), z.maxLength(100)) }),
  example: { body: { recoveryCode: 'YOUR_RECOVERY_CODE' } },
  reply: json(sessionReply),
  errors: ['recovery_code_refused', 'too_many_requests', 'sign_in_needed'],
  replaces:
    'This browser leaves its present user. You can return to its data only with a recovery code of that user. All other sessions of the restored user end.',
});
