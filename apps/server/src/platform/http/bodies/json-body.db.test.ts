import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../../test/app.ts';

const server = await startTestApp();

const invalid = { error: 'Invalid request data', code: 'invalid_request' };
const tooLarge = { error: 'The request is larger than 262144 bytes.', code: 'body_too_large' };

function post(payload: string | Buffer | Readable, headers: Record<string, string> = {}) {
  return server.send('POST', '/api/auth/session', {
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
}

/** A body of exactly this many bytes. */
const bodyOf = (bytes: number) => `{"demoUserId":"${'x'.repeat(bytes - 17)}"}`;

describe('a JSON body', () => {
  it.each([
    '{"__proto__":{"demoUserId":"demo-user-polluted1"}}',
    '{"\\u005f_proto__":{"demoUserId":"demo-user-polluted1"}}',
    '{"a":[{"__proto__":null}]}',
    '{"constructor":{"prototype":{"demoUserId":"demo-user-polluted1"}}}',
    '',
    '{',
    '{"demoUserId":"a"}}',
    "{'demoUserId':'a'}",
    '{"demoUserId":NaN}',
  ])('that is %s is rejected', async (body) => {
    const before = await server.countUsers();
    const response = await post(body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid);
    expect(await server.countUsers()).toBe(before);
    expect({}).not.toHaveProperty('demoUserId');
  });

  it.each(['null', '[]', '"text"', '7', 'true'])('that is %s and not an object is rejected', async (body) => {
    const response = await post(body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject(invalid);
  });

  it('of 256 KB is accepted, and one byte more is not', async () => {
    expect(Buffer.byteLength(bodyOf(262_144))).toBe(262_144);
    expect((await post(bodyOf(262_144))).json()).toMatchObject(invalid);
    const response = await post(bodyOf(262_145));
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual(tooLarge);
  });

  it('is limited in bytes, not in characters', async () => {
    const response = await post(`{"demoUserId":"${'é'.repeat(140_000)}"}`);
    expect(response.json()).toEqual(tooLarge);
  });

  it('without a declared length is limited too', async () => {
    const response = await post(Readable.from(Array<string>(8).fill('x'.repeat(65_536))));
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual(tooLarge);
  });

  it('that is compressed is not decompressed', async () => {
    const response = await post(gzipSync('{"demoUserId":"demo-user-gzipped01"}'), {
      'content-encoding': 'gzip',
    });
    expect(response.statusCode).toBe(400);
  });
});
