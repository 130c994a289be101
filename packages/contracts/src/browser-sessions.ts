import * as z from 'zod/mini';
import { forAnyIdentity } from './access.ts';
import { identityErrors } from './core/caller-errors.ts';
import { defineEndpoint, json } from './core/endpoint.ts';
import { instant, messageReply } from './core/fields.ts';

// Not part of session.ts, which every page loads first.

const browserSession = z.object({
  id: z.string(),
  browser: z.string().check(z.describe('Such as "Chrome on Windows"')),
  startedAt: instant,
  lastUsedAt: instant.check(z.describe('Accurate to the hour')),
  isCurrent: z.boolean().check(z.describe('The session that sent this request')),
});
export type BrowserSession = z.output<typeof browserSession>;

const common = { ...forAnyIdentity, group: 'Sessions' } as const;

export const listSessions = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'List the browser sessions of the user, the most recently used first',
  reply: json(z.object({ sessions: z.array(browserSession) })),
  errors: identityErrors,
});

export const endOtherSessions = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/auth/sessions',
  audit: 'session.ended',
  summary: 'End all browser sessions of the user except the one that sends this request',
  reply: json(messageReply),
  errors: identityErrors,
});

export const endSession = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/auth/sessions/{browserSessionId}',
  audit: 'session.ended',
  summary: 'End one browser session of the user; its cookie stops working immediately',
  params: z.object({ browserSessionId: z.string() }),
  reply: json(messageReply),
  errors: [...identityErrors, 'not_found'],
});
