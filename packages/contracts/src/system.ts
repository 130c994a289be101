import * as z from 'zod/mini';
import { defineEndpoint, json, raw } from './endpoint.ts';
import type { VendorBaseName } from './vendor-catalog.ts';

/** A device of the sample data, offered where a user could try one. */
const sample = z.object({ identifier: z.string(), label: z.string(), manufacturer: z.string() });

const link = z.object({ label: z.string(), url: z.string() });

/** Scheme and host of every vendor's API, for calls out of the browser. */
const vendorBases = z.object({
  dell: z.string(),
  hp: z.string(),
  cisco: z.string(),
  ciscoToken: z.string(),
  lenovoSupport: z.string(),
  meraki: z.string(),
} satisfies Record<VendorBaseName, z.ZodMiniString>);

/** What a page needs to know about this installation before anything else. */
export const configReply = z.object({
  version: z.string(),
  demo: z.boolean().check(z.describe('Answers come from sample data')),
  dellReady: z.boolean().check(z.describe('Dell answers on system credentials, or on sample data')),
  samples: z.array(sample),
  feedbackEmail: z.nullable(z.string()),
  issuesUrl: z.nullable(z.string()).check(z.describe('Where users report issues')),
  sponsor: z.nullable(link),
  podcast: z.nullable(link),
  social: z.array(link),
  vendorBases,
  relayCustomUrls: z
    .boolean()
    .check(z.describe('The server makes calls of the API tester to addresses that users type')),
  relayPorts: z.array(z.number()).check(z.describe('The ports that it calls there')),
});
export type ConfigReply = z.output<typeof configReply>;

export const readConfig = defineEndpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  summary: 'What the operator of this installation has set',
  reply: json(configReply),
  errors: [],
});

export const openApiDocument = defineEndpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  summary: 'This API as an OpenAPI 3.1 document',
  reply: raw('application/json; charset=utf-8'),
  errors: [],
});

export const apiReference = defineEndpoint({
  method: 'GET',
  path: '/api/docs',
  access: 'public',
  summary: 'This API as a page to read',
  reply: raw('text/html; charset=utf-8'),
  errors: [],
});

export const requestFrame = defineEndpoint({
  method: 'GET',
  path: '/api/request-frame',
  access: 'public',
  summary: 'A page without a look, sandboxed, out of which the API tester calls other hosts',
  reply: raw('text/html; charset=utf-8'),
  errors: [],
});

export const liveness = defineEndpoint({
  method: 'GET',
  path: '/livez',
  access: 'public',
  summary: 'The process runs',
  reply: json(z.object({ status: z.literal('ok') })),
  errors: [],
});

export const readiness = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary: 'The process may be sent requests: the database answers, migrations are done, it is not stopping',
  reply: json(z.object({ status: z.literal('ready') })),
  errors: ['not_ready'],
});
