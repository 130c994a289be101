import * as z from 'zod/mini';
import { defineEndpoint, json, noContent } from './endpoint.ts';
import { sessionErrors } from './errors.ts';

/** The label a browser makes for itself. It names a user and proves nothing. */
export const demoUserIdPattern = /^demo-user-[a-z0-9]{9}$/;

export const sessionReply = z.object({
  userId: z
    .string()
    .check(z.describe('The name of the user this browser acts as, `demo-user-` + 9 characters')),
});

export const startSession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/session',
  access: 'public',
  summary: 'Start a session, or continue the one the cookie names',
  // An id of another form is ignored rather than refused, so any string may come.
  body: z.object({ demoUserId: z.optional(z.string().check(z.maxLength(200))) }),
  reply: json(sessionReply),
  errors: ['too_many_requests'],
});

export const readSession = defineEndpoint({
  method: 'GET',
  path: '/api/auth/session',
  access: 'session',
  summary: 'The user of this session',
  reply: json(sessionReply),
  errors: sessionErrors,
});

export const forgetBrowser = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/session',
  access: 'session',
  summary: 'Forget this browser: delete the user and everything that belongs to it',
  reply: noContent,
  errors: sessionErrors,
});

export const createRecoveryCode = defineEndpoint({
  method: 'POST',
  path: '/api/auth/recovery-code',
  access: 'session',
  summary: 'Make a recovery code; it is shown once and replaces an earlier one',
  reply: json(z.object({ recoveryCode: z.string() }), 201),
  errors: [...sessionErrors, 'too_many_requests'],
  sensitive: true,
});

export const recoverSession = defineEndpoint({
  method: 'POST',
  path: '/api/auth/recover',
  access: 'public',
  summary: 'Return to a user by its recovery code; the code is used up',
  body: z.object({ recoveryCode: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: json(sessionReply),
  errors: ['recovery_code_refused', 'too_many_requests'],
});
