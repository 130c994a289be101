import { defineEndpoint } from '@warranty/contracts/core/endpoint';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createRoutesServer, plainEndpoint } from '../../../../test/http-server.ts';
import { route } from '../route.ts';

const fields = {
  ...plainEndpoint,
  method: 'POST',
  path: '/things',
  body: z.object({
    list: z.optional(z.array(z.enum(['a', 'b']))),
    byName: z.optional(z.record(z.string(), z.number())),
    text: z.optional(z.string()),
  }),
  example: { body: {} },
} as const;
const takeThings = defineEndpoint(fields);
const takeFew = defineEndpoint({ ...fields, path: '/few', maxValues: 10 });
const takeAnyText = defineEndpoint({ ...fields, path: '/any-text', cleansText: true });

const app = createRoutesServer({
  routes: [takeThings, takeFew, takeAnyText].map((endpoint) => route(endpoint, () => ({}))),
});

const post = (payload: string | object, url = '/things') =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      host: 'localhost:3000',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

const tooMany = (values: number) => ({
  error: 'Invalid request data',
  code: 'invalid_request',
  details: [{ path: 'body', message: `The body holds more than ${values} values.` }],
});

describe('the reported problems of a body', () => {
  it('include all of them if there are few', async () => {
    const response = await post({ list: Array(20).fill('x') });
    const { details } = response.json<{ details: object[] }>();
    expect(details).toHaveLength(20);
    expect(details.at(-1)).toMatchObject({ path: 'body.list.19' });
  });

  it('are limited to twenty entries, the last of which counts the rest', async () => {
    const response = await post({ list: Array(5000).fill('x') });
    expect(response.statusCode).toBe(400);
    const { details } = response.json<{ details: object[] }>();
    expect(details).toHaveLength(20);
    expect(details.at(-1)).toEqual({ path: 'body', message: 'There are 4981 more problems.' });
    expect(response.body.length).toBeLessThan(8192);
  });

  it('contain truncated names', async () => {
    const names = Array.from({ length: 20 }, (_, index) => [`${index}${'\u4e00'.repeat(4000)}`, 'x']);
    const response = await post({ byName: Object.fromEntries(names) });
    expect(response.statusCode).toBe(400);
    expect(response.body.length).toBeLessThan(8192);
  });
});

describe('a body', () => {
  it.each([
    ['a list', JSON.stringify({ list: Array(100_000).fill('a') })],
    ['names', `{"byName":{${Array.from({ length: 20_000 }, (_, index) => `"${index}":1`).join(',')}}}`],
    ['lists', `{"list":[${Array(60_000).fill('[]').join(',')}]}`],
    ['objects', `[${Array(60_000).fill('{}').join(',')}]`],
  ])('with too many values as %s is rejected before it is parsed', async (_, text) => {
    const response = await post(text.length > 262_144 ? text.slice(0, 262_144) : text);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(tooMany(10_000));
  });

  it('may contain a comma in a string', async () => {
    expect((await post({ text: ',[{'.repeat(50_000) })).statusCode).toBe(200);
  });

  it('may contain as many values as the endpoint allows', async () => {
    expect((await post({ list: Array(7).fill('a') }, '/few')).statusCode).toBe(200);
    expect((await post({ list: Array(11).fill('a') }, '/few')).json()).toEqual(tooMany(10));
  });
});

describe('text that cannot be stored', () => {
  const refused = (path: string) => ({
    code: 'invalid_request',
    details: [{ path, message: 'This contains a character that cannot be stored, such as NUL.' }],
  });

  it.each([
    ['a NUL', '{"text":"a\\u0000b"}', 'body.text'],
    ['a NUL in a list', '{"list":["a","\\u0000"]}', 'body.list.1'],
    ['a NUL in a field name', '{"byName":{"\\u0000":1}}', 'body.byName'],
    ['a NUL in an unknown field', '{"other":{"deep":["\\u0000"]}}', 'body.other.deep.0'],
    ['a lone high surrogate', '{"text":"\\ud83d"}', 'body.text'],
    ['a lone low surrogate', '{"text":"\\uDE00 "}', 'body.text'],
  ])('is rejected: %s', async (_, text, path) => {
    const response = await post(text);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject(refused(path));
  });

  it.each(['{"text":"\\\\u0000"}', '{"text":"\\ud83d\\ude00"}', '{"text":"😀"}', '{"text":"\\u0001"}'])(
    'does not include %s',
    async (text) => {
      expect((await post(text)).statusCode).toBe(200);
    },
  );

  it('is accepted by endpoints that clean it themselves', async () => {
    expect((await post('{"text":"\\u0000"}', '/any-text')).statusCode).toBe(200);
  });
});
