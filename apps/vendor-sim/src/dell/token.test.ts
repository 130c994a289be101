import { describe, expect, it } from 'vitest';
import { type Client, startClient } from '../../test/client.ts';

const TOKEN = '/auth/oauth/v2/token';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function post({ url }: Client, query: string, body: string, headers: Record<string, string> = {}) {
  return fetch(`${url}${TOKEN}${query}`, { method: 'POST', body, headers: { ...FORM, ...headers } });
}

function basic(text: string) {
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

describe('POST /auth/oauth/v2/token', () => {
  it.each([
    ['the body', '', 'grant_type=client_credentials&client_id=me&client_secret=mine', {}],
    ['Basic', '', 'grant_type=client_credentials', basic('me:mi:ne')],
    ['the query', '?grant_type=client_credentials&client_id=me&client_secret=mine', '', {}],
  ])('accepts credentials in %s', async (_, query, body, headers) => {
    const client = await startClient();
    const reply = await post(client, query, body, headers);
    expect(reply.status).toBe(200);
    const { access_token: token, ...rest } = (await reply.json()) as Record<string, unknown>;
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 3600, scope: 'oob' });
    expect((await client.get('/assets?servicetags=ACTV123', String(token))).status).toBe(200);
  });

  it.each([
    [
      'a secret that contains "bad"',
      'grant_type=client_credentials&client_id=me&client_secret=abadone',
      {},
      401,
      'invalid_client',
    ],
    [
      'a bad secret sent as Basic auth',
      'grant_type=client_credentials',
      basic('me:bad'),
      401,
      'invalid_client',
    ],
    ['no secret', 'grant_type=client_credentials&client_id=me', {}, 400, 'invalid_request'],
    ['no id', 'grant_type=client_credentials&client_secret=mine', {}, 400, 'invalid_request'],
    ['no grant type', 'client_id=me&client_secret=mine', {}, 400, 'invalid_request'],
    [
      'another grant type',
      'grant_type=password&client_id=me&client_secret=mine',
      {},
      400,
      'unsupported_grant_type',
    ],
  ])('rejects %s', async (_, body, headers, status, error) => {
    const reply = await post(await startClient(), '', body, headers);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toEqual({ error, error_description: expect.any(String) });
  });

  it('rejects GET', async () => {
    const { url } = await startClient();
    expect((await fetch(`${url}${TOKEN}`)).status).toBe(405);
  });
});

describe('a token', () => {
  it('is valid for 3600 seconds of the simulator’s clock', async () => {
    const client = await startClient();
    const token = await client.token();
    const status = async () => (await client.get('/assets?servicetags=ACTV123', token)).status;
    await client.control('POST', 'clock', { advanceSeconds: 3599 });
    expect(await status()).toBe(200);
    await client.control('POST', 'clock', { advanceSeconds: 1 });
    expect(await status()).toBe(401);
  });

  it('is required as a Bearer token', async () => {
    const client = await startClient();
    const token = await client.token();
    for (const headers of [{}, { authorization: token }, { authorization: 'Bearer made-up' }]) {
      const reply = await fetch(`${client.url}/PROD/sbil/eapi/v5/asset-entitlements?servicetags=ACTV123`, {
        headers: headers as Record<string, string>,
      });
      expect(reply.status).toBe(401);
      expect(await reply.json()).toEqual({
        title: 'Unauthorized',
        status: 401,
        detail: 'Access token is invalid or expired',
        instance: '/asset-entitlements',
      });
    }
  });
});
