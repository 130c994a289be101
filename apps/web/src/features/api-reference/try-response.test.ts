import { describe, expect, it } from 'vitest';
import { errorIn, readTryResponse } from './try-response.ts';

const read = (body: string | null, headers: Record<string, string>, status = 200) =>
  readTryResponse(new Response(body, { status, headers }), performance.now());
const json = { 'content-type': 'application/json; charset=utf-8' };

describe('readTryResponse', () => {
  it('has the status, the size and the headers that matter, in their order', async () => {
    const response = await read('{"a":1}', { ...json, server: 'x', ratelimit: '"t";r=1;t=2' }, 201);
    expect(response).toMatchObject({
      status: 201,
      bytes: 7,
      headers: [
        { name: 'RateLimit', value: '"t";r=1;t=2' },
        { name: 'Content-Type', value: json['content-type'] },
      ],
      body: { kind: 'json', value: { a: 1 } },
    });
    expect(response.milliseconds).toBeGreaterThanOrEqual(0);
  });

  it('shows text, and only its start if it is long', async () => {
    const type = { 'content-type': 'text/csv; charset=utf-8' };
    expect((await read('a,b', type)).body).toEqual({ kind: 'text', text: 'a,b', isCut: false });
    const { body } = await read('é'.repeat(100_001), type);
    expect(body).toEqual({ kind: 'text', text: 'é'.repeat(100_000), isCut: true });
  });

  it('shows JSON that is none as text', async () => {
    expect((await read('{', json)).body).toEqual({ kind: 'text', text: '{', isCut: false });
  });

  it('offers other content and large JSON as a file', async () => {
    const named = {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="a.zip"',
    };
    const { body } = await read('PK', named);
    expect(body.kind === 'file' && [body.file.name, body.file.type]).toEqual(['a.zip', 'application/zip']);
    const large = await read(`"${'x'.repeat(5 * 1024 * 1024)}"`, json);
    expect(large.body.kind === 'file' && large.body.file.name).toBe('response');
  });

  it('has no body without content', async () => {
    expect((await read(null, {}, 204)).body).toEqual({ kind: 'text', text: '', isCut: false });
  });
});

describe('errorIn', () => {
  it('is the message and the code of an error of ours', async () => {
    const refused = await read('{"error":"Not valid.","code":"token_refused"}', json, 401);
    expect(errorIn(refused)).toEqual({ message: 'Not valid.', code: 'token_refused' });
    expect(errorIn(await read('{"error":"Only this"}', json, 500))).toBeNull();
    expect(errorIn(await read('null', json))).toBeNull();
    expect(errorIn(await read('Bad gateway', { 'content-type': 'text/html' }, 502))).toBeNull();
  });
});
