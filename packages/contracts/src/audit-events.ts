import * as z from 'zod/mini';
import { forAdmins } from './access.ts';
import { auditOutcomes } from './audit-actions.ts';
import { sessionErrors } from './core/caller-errors.ts';
import { defineEndpoint, json, raw } from './core/endpoint.ts';
import { instant, organizationInLink, text } from './core/fields.ts';

const auditEvent = z.object({
  id: z.string(),
  at: instant,
  // Text, so that a process of one version can list the events of the next.
  action: z.string().check(z.describe('What was done, such as `token.created`')),
  outcome: z.enum(auditOutcomes),
  actorKind: z
    .string()
    .check(z.describe('Who did it: `browser`, `person`, `token`, `agent`, `system` or `command`')),
  actorName: text.check(
    z.describe('The name of the person, access token or agent secret; null once it is deleted'),
  ),
  targetId: text,
  targetName: text.check(z.describe('The name of what was changed, if it has one and still exists')),
  details: z
    .record(z.string(), z.string())
    .check(z.describe('Words such as the id of a vendor; never names or values')),
  requestId: text.check(z.describe('The `x-request-id` of the reply')),
});
export type AuditEvent = z.output<typeof auditEvent>;

export const auditPageSize = 100;

const common = {
  method: 'GET',
  ...forAdmins,
  group: 'Usage and activity',
  errors: sessionErrors,
  sensitive: true,
} as const;

export const listAuditEvents = defineEndpoint({
  ...common,
  path: '/api/audit-events',
  summary: 'List what was done with the data of the user, newest first, 100 at a time',
  query: z.object({
    before: z
      .optional(z.string().check(z.maxLength(100)))
      .check(z.describe('`next` of the previous page; continues after it')),
  }),
  reply: json(z.object({ events: z.array(auditEvent), next: text })),
});

export const downloadAuditEvents = defineEndpoint({
  ...common,
  path: '/api/audit-events/file',
  audit: 'audit.downloaded',
  summary: 'Download all events of the user as a CSV file',
  query: z.object({ organization: organizationInLink }),
  reply: raw('text/csv; charset=utf-8'),
});
