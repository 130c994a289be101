import { type IncomingHttpHeaders, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Client, startClient } from '../test/client.ts';
import { DELL, HP } from '../test/vendors.ts';

const ASSETS = `${DELL}/assets`;

interface Reply {
  status: number | undefined;
  headers: IncomingHttpHeaders;
}

/** Sends an Origin header as a browser would, which fetch does not allow. */
function ask({ url }: Client, method: string, path: string, origin: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { origin, 'access-control-request-headers': 'authorization, x-own' };
    const call = request(`${url}${path}`, { method, headers }, (reply) => {
      reply.resume();
      resolve({ status: reply.statusCode, headers: reply.headers });
    });
    call.on('error', reject).end();
  });
}

const allowedOf = async (client: Client, method: string, path: string, origin = 'null') =>
  (await ask(client, method, path, origin)).headers['access-control-allow-origin'];

describe('CORS', () => {
  it('is off by default, and a preflight request is rejected as an unknown method', async () => {
    const client = await startClient();
    expect(await (await client.control('GET', 'cors')).json()).toEqual({
      dell: 'off',
      hp: 'off',
      lenovo: 'off',
      cisco: 'off',
      meraki: 'off',
      apple: 'off',
    });
    const preflight = await ask(client, 'OPTIONS', ASSETS, 'null');
    expect(preflight.status).toBe(405);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
    expect(await allowedOf(client, 'GET', ASSETS)).toBeUndefined();
  });

  it('adds headers to every reply of the enabled vendor, including errors, and allows the requested headers', async () => {
    const client = await startClient();
    await client.control('POST', 'cors', { hp: 'any' });
    const preflight = await ask(client, 'OPTIONS', HP, 'null');
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization, x-own',
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      },
    });
    expect(await allowedOf(client, 'GET', '/oauth/v1/token')).toBe('*');
    expect(await allowedOf(client, 'OPTIONS', ASSETS)).toBeUndefined();
  });

  it('can be limited to origins other than null', async () => {
    const client = await startClient();
    await client.control('POST', 'cors', { dell: 'no-null' });
    expect(await allowedOf(client, 'OPTIONS', ASSETS)).toBeUndefined();
    expect(await allowedOf(client, 'GET', ASSETS)).toBeUndefined();
    expect(await allowedOf(client, 'GET', ASSETS, 'https://example.com')).toBe('https://example.com');
  });

  it('is turned off by a reset, and never applies under /sim/', async () => {
    const client = await startClient();
    await client.control('POST', 'cors', { dell: 'any' });
    const samples = await client.control('GET', 'samples');
    expect(samples.headers.get('access-control-allow-origin')).toBeNull();
    await client.control('POST', 'reset');
    expect(await allowedOf(client, 'GET', ASSETS)).toBeUndefined();
  });

  it.each([{ acer: 'any' }, { dell: 'on' }, { hp: 'any', dell: true }, []])(
    'rejects %j and sets nothing',
    async (rules) => {
      const client = await startClient();
      expect((await client.control('POST', 'cors', rules)).status).toBe(400);
      expect(Object.values(client.simulator.state.cors)).toEqual(Array(6).fill('off'));
    },
  );
});
