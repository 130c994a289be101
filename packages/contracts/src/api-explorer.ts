import * as z from 'zod/mini';
import { defineEndpoint, json } from './endpoint.ts';
import { sessionErrors } from './errors.ts';

const parameter = z.object({
  name: z.string().check(z.minLength(1, 'Parameter name is required')),
  type: z.string().check(z.minLength(1, 'Parameter type is required')),
  required: z.boolean(),
  description: z.string(),
});
export type CatalogParameter = z.output<typeof parameter>;

const catalogEndpoint = z.object({
  method: z.literal('GET', 'Only GET method is supported'),
  path: z
    .string()
    .check(z.minLength(1, 'Path is required'), z.describe('Parameters in braces: `/api/things/{thingId}`')),
  summary: z.string().check(z.minLength(1, 'Summary is required')),
  auth: z.enum(['session', 'bearer', 'none'], 'Auth must be session, bearer, or none'),
  acceptsToken: z.boolean().check(z.describe('An access token opens it in place of a session')),
  sensitive: z.boolean().check(z.describe('The answer holds what does not belong on a shared screen')),
  pathParams: z.array(parameter),
  queryParams: z.array(parameter),
});
export type CatalogEndpoint = z.output<typeof catalogEndpoint>;

/** What a page may read here, in a form that a person can choose from. */
export const endpointCatalog = z.object({
  version: z.string().check(z.minLength(1, 'Version is required')),
  description: z.string().check(z.minLength(1, 'Description is required')),
  endpoints: z.array(catalogEndpoint).check(z.minLength(1, 'At least one endpoint is required')),
});
export type EndpointCatalog = z.output<typeof endpointCatalog>;

export const readCatalog = defineEndpoint({
  method: 'GET',
  path: '/api/discovery',
  access: 'session',
  summary: 'Every endpoint that can be read with a session, with its parameters',
  reply: json(endpointCatalog),
  errors: sessionErrors,
});
