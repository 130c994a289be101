import type { Endpoint, JsonReply } from '@warranty/contracts/core/endpoint';
import { endpointGroups } from '@warranty/contracts/core/endpoint-groups';
import { describe, expect, it } from 'vitest';
import { endpoints, named, nameOf } from '../../../test/endpoints.ts';
import { toOpenApi } from './openapi.ts';

it.each(named(endpoints.filter(({ body }) => body)))(
  'the example of a body is accepted by the schema of %s',
  (_, endpoint) => {
    expect(endpoint.body?.safeParse(endpoint.example?.body)).toMatchObject({ success: true });
  },
);

describe('the example of a reply', () => {
  const { paths } = toOpenApi(
    endpoints,
    {
      title: '',
      version: '',
      description: '',
      serverUrl: '',
      guide: { title: '', paragraphs: [], examples: [] },
      knownSerial: 'ABC1234',
      hasSignIn: false,
    },
    'session',
  );
  const exampleOf = ({ method, path, reply }: Endpoint) =>
    paths[path]?.[method.toLowerCase()]?.responses[reply.status]?.content?.['application/json']?.example;

  const withJson = endpoints.filter(({ reply }) => reply.kind === 'json');
  it.each(named(withJson))('of %s is a reply of the contract', (_, endpoint) => {
    const example = exampleOf(endpoint);
    expect(example).toBeDefined();
    const { schema } = endpoint.reply as JsonReply;
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

it('replaces is said of every request that ends something for good, so that pages can ask first', () => {
  const replacing = endpoints.filter(({ replaces }) => replaces !== undefined);
  expect(replacing.map(nameOf).sort()).toEqual([
    'POST /api/auth/recover',
    'POST /api/auth/recovery-code',
    'POST /api/user/{userId}/api-keys',
  ]);
});

it('every group has an endpoint', () => {
  const used = endpoints.map(({ group }) => group);
  expect(used).toEqual(expect.arrayContaining(endpointGroups.map(({ name }) => name)));
});
