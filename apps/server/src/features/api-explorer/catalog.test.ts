import { forLookups, forViewers, type Guard } from '@warranty/contracts/access';
import { endpointCatalog } from '@warranty/contracts/api-explorer';
import { type Endpoint, json, raw } from '@warranty/contracts/core/endpoint';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../../test/endpoints.ts';
import { catalogOf } from './catalog.ts';

type Parts = Omit<Partial<Endpoint>, 'example'>;

const thing = (rest: Parts = {}, guard: Guard = forViewers): Endpoint => ({
  method: 'GET',
  path: '/api/things/{thingId}',
  group: 'This server',
  summary: 'One thing',
  reply: json(z.object({})),
  errors: [],
  ...rest,
  ...guard,
});

const listedPaths = (...given: Endpoint[]) =>
  catalogOf([thing({ path: '/api/first' }), ...given], '1').endpoints.slice(1);

describe('the endpoint catalog', () => {
  it('derives everything from the endpoint', () => {
    const [entry] = listedPaths(
      thing({
        params: z.object({ thingId: z.string().check(z.describe('The id of a thing')) }),
        query: z.object({
          limit: z.optional(z.int()),
          kind: z.optional(z.enum(['big', 'small'])).check(z.describe('Only these')),
        }),
        sensitive: true,
      }),
    );
    expect(entry).toEqual({
      method: 'GET',
      path: '/api/things/{thingId}',
      summary: 'One thing',
      auth: 'session',
      acceptsToken: false,
      sensitive: true,
      pathParams: [{ name: 'thingId', type: 'string', required: true, description: 'The id of a thing' }],
      queryParams: [
        { name: 'limit', type: 'integer', required: false, description: '' },
        {
          name: 'kind',
          type: 'string',
          required: false,
          description: 'Only these. One of big, small',
          choices: ['big', 'small'],
        },
      ],
    });
  });

  it.each<[Guard, string | undefined, boolean | undefined]>([
    [{ access: 'public' }, 'none', false],
    [forViewers, 'session', false],
    [forLookups, 'session', true],
    [{ access: 'agent' }, undefined, undefined],
  ])('reports what $access requires, and whether it accepts a token', (guard, auth, acceptsToken) => {
    const [entry] = listedPaths(thing({}, guard));
    expect([entry?.auth, entry?.acceptsToken]).toEqual([auth, acceptsToken]);
  });

  it('excludes endpoints that do more than read or do not return JSON', () => {
    expect(listedPaths(thing({ method: 'POST' }), thing({ reply: raw('text/csv') }))).toEqual([]);
    expect(listedPaths(thing({ reply: raw('application/json; charset=utf-8') }))).toHaveLength(1);
  });

  it('marks everything with keys, tokens, secrets, discoveries, results or events as sensitive', () => {
    const delicate = /api-keys|external-tokens|secrets|discoveries|results|rows|columns|report|audit-events/;
    for (const { path, sensitive } of catalogOf(endpoints, '1').endpoints)
      expect([path, sensitive]).toEqual([path, delicate.test(path)]);
  });
});

describe('the catalog schema', () => {
  const good = catalogOf([thing()], '1');
  const [endpoint] = good.endpoints;
  const parameter = { name: 'a', type: 'string', required: false, description: '' };
  it.each<[string, object]>([
    ['Only GET method is supported', { endpoints: [{ ...endpoint, method: 'POST' }] }],
    ['Auth must be session, bearer, or none', { endpoints: [{ ...endpoint, auth: 'agent' }] }],
    ['Path is required', { endpoints: [{ ...endpoint, path: '' }] }],
    ['Summary is required', { endpoints: [{ ...endpoint, summary: '' }] }],
    [
      'Parameter name is required',
      { endpoints: [{ ...endpoint, pathParams: [{ ...parameter, name: '' }] }] },
    ],
    [
      'Parameter type is required',
      { endpoints: [{ ...endpoint, queryParams: [{ ...parameter, type: '' }] }] },
    ],
    ['At least one endpoint is required', { endpoints: [] }],
    ['Version is required', { version: '' }],
    ['Description is required', { description: '' }],
  ])('reports: %s', (message, change) => {
    const result = endpointCatalog.safeParse({ ...good, ...change });
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
