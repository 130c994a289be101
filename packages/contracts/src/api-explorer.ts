import * as z from 'zod/mini';
import { forViewers } from './access.ts';
import { sessionErrors } from './core/caller-errors.ts';
import { defineEndpoint, json } from './core/endpoint.ts';

const parameter = z.object({
  name: z.string().check(z.minLength(1, 'Parameter name is required')),
  type: z.string().check(z.minLength(1, 'Parameter type is required')),
  required: z.boolean(),
  description: z.string(),
  choices: z.optional(z.array(z.string())).check(z.describe('The only values it can have')),
});
export type CatalogParameter = z.output<typeof parameter>;

const catalogEndpoint = z.object({
  method: z.literal('GET', 'Only GET method is supported'),
  path: z
    .string()
    .check(z.minLength(1, 'Path is required'), z.describe('Parameters in braces: `/api/things/{thingId}`')),
  summary: z.string().check(z.minLength(1, 'Summary is required')),
  auth: z.enum(['session', 'bearer', 'none'], 'Auth must be session, bearer, or none'),
  acceptsToken: z.boolean().check(z.describe('Whether an access token can be used instead of a session')),
  sensitive: z.boolean().check(z.describe('The response contains sensitive data')),
  pathParams: z.array(parameter),
  queryParams: z.array(parameter),
});
export type CatalogEndpoint = z.output<typeof catalogEndpoint>;

/** The endpoints that a page may read, described for a user to choose from. */
export const endpointCatalog = z.object({
  version: z.string().check(z.minLength(1, 'Version is required')),
  description: z.string().check(z.minLength(1, 'Description is required')),
  endpoints: z.array(catalogEndpoint).check(z.minLength(1, 'At least one endpoint is required')),
});
export type EndpointCatalog = z.output<typeof endpointCatalog>;

export const readCatalog = defineEndpoint({
  method: 'GET',
  path: '/api/discovery',
  ...forViewers,
  group: 'Explorer and tester',
  summary: 'List all endpoints that a session can read, with their parameters',
  reply: json(endpointCatalog),
  errors: sessionErrors,
});
