import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { forViewers } from '../access.ts';
import { createClient, fillPath, RequestError } from './client.ts';
import { defineEndpoint, json, noContent } from './endpoint.ts';

const thing = defineEndpoint({
  method: 'PUT',
  path: '/api/user/{userId}/things/{thingId}',
  ...forViewers,
  group: 'This server',
  summary: 'A thing',
  params: z.object({ userId: z.string(), thingId: z.string() }),
  query: z.object({ page: z.optional(z.number()), find: z.optional(z.string()) }),
  body: z.object({ name: z.string() }),
  example: { body: { name: 'n' } },
  reply: json(z.object({ id: z.string() })),
  errors: [],
});
const list = defineEndpoint({
  method: 'GET',
  path: '/api/things',
  ...forViewers,
  group: 'This server',
  summary: 'Things',
  reply: json(z.array(z.string())),
  errors: [],
});
const remove = defineEndpoint({ ...list, method: 'DELETE', reply: noContent });

function answering(body: string, init: ResponseInit = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(body || null, init));
  return { fetch, call: createClient({ fetch }), request: () => fetch.mock.calls[0] };
}

async function failure(body: string, init: ResponseInit): Promise<RequestError> {
  const { call } = answering(body, init);
  return call(list).then(
    () => expect.unreachable('the call must fail'),
    (error: RequestError) => error,
  );
}

describe('createClient', () => {
  it('sends parameters, query and body, and returns the reply', async () => {
    const { call, request } = answering('{"id":"1"}');
    const reply = await call(thing, {
      params: { userId: 'demo-user-abc', thingId: '7' },
      query: { page: 2, find: 'a b&c' },
      body: { name: 'n' },
    });
    expect(reply).toEqual({ id: '1' });
    const [url, init] = request() ?? [];
    expect(url).toBe('/api/user/demo-user-abc/things/7?page=2&find=a+b%26c');
    expect(init).toMatchObject({ method: 'PUT', credentials: 'include', body: '{"name":"n"}' });
  });

  it('omits undefined query values, and the question mark if none remain', async () => {
    const { call, request } = answering('{"id":"1"}');
    const params = { userId: 'u', thingId: 't' };
    await call(thing, { params, query: { page: undefined, find: undefined }, body: { name: '' } });
    expect(request()?.[0]).toBe('/api/user/u/things/t');
  });

  it('sends a content type only with a body', async () => {
    const without = answering('[]');
    await without.call(list);
    expect(new Headers(without.request()?.[1]?.headers).has('content-type')).toBe(false);
    expect(without.request()?.[1]).not.toHaveProperty('body');

    const withBody = answering('{"id":"1"}');
    await withBody.call(thing, { params: { userId: 'u', thingId: 't' }, query: {}, body: { name: '' } });
    expect(new Headers(withBody.request()?.[1]?.headers).get('content-type')).toBe('application/json');
  });

  it('calls another server with the given headers', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('[]'));
    await createClient({ baseUrl: 'http://localhost:3000', headers: { authorization: 'Bearer x' }, fetch })(
      list,
    );
    expect(fetch.mock.calls[0]?.[0]).toBe('http://localhost:3000/api/things');
    expect(fetch.mock.calls[0]?.[1]?.headers).toEqual({ authorization: 'Bearer x' });
  });

  it('returns nothing for a reply without a body', async () => {
    expect(await answering('', { status: 204 }).call(remove)).toBeUndefined();
  });
});

describe('RequestError', () => {
  it('has the status and the response text in its message', async () => {
    const error = await failure('{"error":"Not found","code":"not_found"}', { status: 404 });
    expect(error).toBeInstanceOf(RequestError);
    expect(error.message).toBe('404: {"error":"Not found","code":"not_found"}');
    expect(error.status).toBe(404);
  });

  it('has the status text in its message if the response is empty', async () => {
    const error = await failure('', { status: 502, statusText: 'Bad Gateway' });
    expect(error.message).toBe('502: Bad Gateway');
  });

  it('includes the server message, the code and the request ID', async () => {
    const error = await failure('{"error":"Not found","code":"not_found"}', {
      status: 404,
      headers: { 'x-request-id': 'r-1' },
    });
    expect(error).toMatchObject({ serverMessage: 'Not found', code: 'not_found', requestId: 'r-1' });
  });

  it.each([
    '<html>Bad gateway</html>',
    '"text"',
    'null',
    '[]',
    '{}',
    '{"error":{"message":"denied"},"code":7}',
    '{"error":["denied"],"code":null}',
  ])('has no server message and no code if a proxy replied with %s', async (body) => {
    const error = await failure(body, { status: 502 });
    expect(error.message).toBe(`502: ${body}`);
    expect(error.serverMessage).toBeUndefined();
    expect(error.code).toBeUndefined();
    expect(error.requestId).toBeNull();
  });
});

describe('fillPath', () => {
  it.each([
    ['a/b', 'a%2Fb'],
    ['../x', '..%2Fx'],
    ['a?b#c', 'a%3Fb%23c'],
    ['50%', '50%25'],
    ['é &', '%C3%A9%20%26'],
    ['{thingId}', '%7BthingId%7D'],
  ])('encodes %j as one segment', (value, encoded) => {
    expect(fillPath('/api/user/{userId}/keys', { userId: value })).toBe(`/api/user/${encoded}/keys`);
  });

  it.each(['', '.', '..', undefined])('rejects %j, which would lead to another path', (value) => {
    expect(() => fillPath('/api/user/{userId}/keys', { userId: value })).toThrow(/userId/);
  });
});
