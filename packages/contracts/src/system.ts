import * as z from 'zod/mini';
import { defineEndpoint, json, raw } from './core/endpoint.ts';
import { forEachBase } from './vendors.ts';

/** A device from the sample data, offered for users to try. */
const sample = z.object({ identifier: z.string(), label: z.string(), manufacturer: z.string() });

const link = z.object({ label: z.string(), url: z.string() });

/** Scheme and host of every vendor's API, for calls from the browser. */
const vendorBases = z.object(forEachBase(() => z.string()));

/** What a page needs to know about this server first. */
export const configReply = z.object({
  version: z.string(),
  demo: z.boolean().check(z.describe('Answers come from sample data')),
  auditDays: z.number().check(z.describe('Days for which audit events can be read')),
  dellReady: z.boolean().check(z.describe('Dell lookups work, with system credentials or sample data')),
  samples: z.array(sample),
  feedbackEmail: z.nullable(z.string()),
  issuesUrl: z.nullable(z.string()).check(z.describe('Where users report issues')),
  sponsor: z.nullable(link),
  podcast: z.nullable(link),
  social: z.array(link),
  vendorBases,
  relayCustomUrls: z
    .boolean()
    .check(z.describe('Whether the API tester may call custom URLs through the server')),
  relayPorts: z.array(z.number()).check(z.describe('Allowed ports for custom URLs')),
  signIn: z
    .optional(
      z.object({
        mode: z
          .string()
          .check(
            z.describe('`optional`: also browsers without a sign-in are served. `required`: they are not'),
          ),
        url: z.string().check(z.describe('The address of this server, at which passkeys work')),
        passkeys: z.boolean().check(z.describe('Whether people sign in with passkeys')),
        provider: z
          .nullable(z.object({ label: z.string() }))
          .check(z.describe('The identity provider that people sign in with')),
      }),
    )
    .check(z.describe('How people sign in; missing where they cannot')),
  retention: z
    .object({ bulkRunDays: z.number(), discoveryDays: z.number(), sessionIdleDays: z.number() })
    .check(z.describe('How long data is stored')),
});
export type ConfigReply = z.output<typeof configReply>;

const publicRead = { method: 'GET', access: 'public', group: 'This server', errors: [] } as const;

export const readConfig = defineEndpoint({
  ...publicRead,
  path: '/api/config',
  summary: 'Get the public configuration of this installation',
  reply: json(configReply),
});

export const openApiDocument = defineEndpoint({
  ...publicRead,
  path: '/api/openapi.json',
  summary: 'This API as an OpenAPI 3.1 document',
  reply: raw('application/json; charset=utf-8'),
});

export const apiReference = defineEndpoint({
  ...publicRead,
  path: '/api/docs',
  summary: 'API reference page',
  reply: raw('text/html; charset=utf-8'),
});

export const requestFrame = defineEndpoint({
  ...publicRead,
  path: '/api/request-frame',
  summary: 'Sandboxed page from which the API tester calls other hosts',
  reply: raw('text/html; charset=utf-8'),
});

export const liveness = defineEndpoint({
  ...publicRead,
  path: '/livez',
  summary: 'Liveness check',
  reply: json(z.object({ status: z.literal('ok') })),
});

export const readiness = defineEndpoint({
  ...publicRead,
  path: '/readyz',
  summary:
    'Readiness check: the database responds, migrations are applied and the process is not shutting down',
  reply: json(z.object({ status: z.literal('ready') })),
  errors: ['not_ready'],
});
