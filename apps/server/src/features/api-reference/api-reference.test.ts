import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../test/endpoints.ts';
import { toOpenApi } from '../../platform/http/openapi.ts';
import { bodyExamples, groupOf, groups } from './api-reference.ts';

describe('bodyExamples', () => {
  const examples = bodyExamples('7XK2P93');

  it.each(
    endpoints.flatMap((endpoint) =>
      endpoint.body ? [[`${endpoint.method} ${endpoint.path}`, endpoint, endpoint.body] as const] : [],
    ),
  )('%s accepts its example', (_, endpoint, body) => {
    expect(examples.has(endpoint)).toBe(true);
    expect(body.safeParse(examples.get(endpoint)).error).toBeUndefined();
  });
});

describe('the example of a reply', () => {
  const { paths } = toOpenApi(
    endpoints,
    {
      title: '',
      version: '',
      description: '',
      serverUrl: '',
      guide: { title: '', paragraphs: [], examples: [] },
      groups,
      groupOf,
      bodyExamples: new Map(),
    },
    'session',
  );
  const exampleOf = ({ method, path, reply }: Endpoint) =>
    paths[path]?.[method.toLowerCase()]?.responses[reply.status]?.content?.['application/json']?.example;

  it.each(
    endpoints.flatMap((endpoint) =>
      endpoint.reply.kind === 'json'
        ? [[`${endpoint.method} ${endpoint.path}`, endpoint, endpoint.reply.schema] as const]
        : [],
    ),
  )('of %s is a reply of the contract', (_, endpoint, schema) => {
    const example = exampleOf(endpoint);
    expect(example).toBeDefined();
    expect(schema.safeParse(example).error).toBeUndefined();
  });

  it('of a lookup is the result of a device without problems', () => {
    const lookup = endpoints.find(({ path }) => path === '/api/warranty/lookup') as Endpoint;
    expect(exampleOf(lookup)).toMatchObject({
      modelNumber: '7XK2P93',
      manufacturer: 'Dell',
      status: 'active',
      endDate: '2028-03-29',
    });
    expect(exampleOf(lookup)).not.toHaveProperty('error');
  });
});

describe('replaces', () => {
  it('is said of every request that ends something for good, so that pages can ask first', () => {
    const replacing = endpoints.filter(({ replaces }) => replaces !== undefined);
    expect(replacing.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'POST /api/auth/recover',
      'POST /api/auth/recovery-code',
      'POST /api/user/{userId}/api-keys',
    ]);
  });
});

describe('groups', () => {
  it('has a group for every endpoint, and an endpoint for every start of a path', () => {
    const used = new Set(endpoints.map(groupOf));
    expect([...used].sort()).toEqual(groups.map(({ name }) => name).sort());
    const paths = endpoints.map(({ path }) => path.replace(/^\/api\//, ''));
    for (const start of groups.flatMap(({ starts }) => starts))
      expect(paths.some((path) => path === start || path.startsWith(`${start}/`))).toBe(true);
  });

  it('rejects an endpoint without a group', () => {
    expect(() => groupOf({ path: '/api/unknown' })).toThrow('/api/unknown belongs to no group');
  });
});
