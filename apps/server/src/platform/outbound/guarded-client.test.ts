import type { RequestListener } from 'node:http';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { startCanary } from '../../../test/canary.ts';
import { BlockedCallError } from './errors.ts';
import { exchange } from './exchange.ts';
import {
  createBlockedCounter,
  createGuardedClient,
  type GuardedOptions,
  type GuardedRequest,
} from './guarded-client.ts';
import { hostileHosts, hostileNames, hostileUrls, publicAddress } from './hostile.cases.ts';

let answer: RequestListener;
const canary = await startCanary((request, response) => answer(request, response));
const other = await startCanary((_, response) => response.end('other'));
const origin = `http://127.0.0.1:${canary.port}`;
beforeEach(() => {
  canary.requests.length = 0;
  answer = (_, response) => response.end('reached');
});

const names: typeof hostileNames = {
  ...hostileNames,
  'public.test': [{ address: publicAddress, family: 4 }],
};
let resolved: string[] = [];
const resolve = async (hostname: string) => {
  resolved.push(hostname);
  const found = names[hostname];
  if (!found) throw new Error('no such name');
  return found;
};

function open(options: Partial<GuardedOptions> = {}) {
  const registry = new Registry();
  const ports = [canary.port, other.port];
  const door = createGuardedClient({
    operatorOrigins: [origin],
    ports,
    countBlocked: createBlockedCounter(registry),
    resolve,
    ...options,
  });
  const send = (url: string, request: Partial<GuardedRequest> = {}) =>
    door.send({
      method: 'GET',
      url,
      headers: {},
      timeoutMs: 5000,
      fromCatalog: false,
      followRedirects: true,
      ...request,
    });
  return { send, registry };
}

/** The rule that blocked the call, or the reply. */
async function verdict(work: Promise<{ status: number; text: string }>): Promise<string> {
  return work.then(
    ({ status, text }) => `${status} ${text.slice(0, 40)}`,
    (error: unknown) =>
      error instanceof BlockedCallError ? `${error.phase} ${error.reason}` : String((error as Error).message),
  );
}

describe('a URL entered by a user', () => {
  const hostile = () => [
    ...hostileHosts.flatMap((host) => [`http://${host}:${canary.port}/`, `https://${host}/`]),
    ...Object.keys(hostileNames).flatMap((name) => [
      `http://${name}:${canary.port}/`,
      `http://${name.toUpperCase()}.:${canary.port}/`,
    ]),
    ...hostileUrls,
  ];

  it('reaches nothing but the public internet, however it is written', { timeout: 30_000 }, async () => {
    const before = canary.connections();
    const { send, registry } = open();
    const reached: string[] = [];
    for (const url of hostile())
      for (const fromCatalog of [false, true]) {
        // The catalog may call the operator's own origin, but only in exactly this form.
        if (fromCatalog && URL.parse(url)?.origin === origin) continue;
        const reason = await verdict(send(url, { fromCatalog }));
        if (!/^(request|resolve) (scheme|credentials|host|port|address)$/.test(reason))
          reached.push(`${url}: ${reason}`);
      }
    expect(reached).toEqual([]);
    expect(canary.connections()).toBe(before);
    expect(hostile().length).toBeGreaterThan(150);
    expect(await registry.metrics()).toMatch(
      /warranty_outbound_blocked_total\{phase="resolve",reason="address"\} \d+/,
    );
  });

  it('would reach private addresses without the guarded client', async () => {
    const before = canary.connections();
    for (const host of ['127.0.0.1', '2130706433', '[::1]', '0.0.0.0', '[::ffff:127.0.0.1]'])
      expect(await (await fetch(`http://${host}:${canary.port}/`)).text()).toBe('reached');
    expect(canary.connections()).toBeGreaterThan(before);
  });

  it('is resolved once', async () => {
    resolved = [];
    await verdict(open().send(`http://loopback.test.:${canary.port}/`));
    expect(resolved).toEqual(['loopback.test']);
  });

  it('gets the same error for a private and for a missing name', async () => {
    const message = (name: string) =>
      open()
        .send(`http://${name}/`)
        .catch((error: Error) => error.message.replace(name, 'X'));
    expect(await message('private.test')).toBe(await message('not-there.test'));
  });

  it("may use the operator's own origin only if it comes from the catalog", async () => {
    const { send } = open();
    expect(await verdict(send(`${origin}/x`))).toBe('request address');
    expect(await verdict(send(`${origin}/x`, { fromCatalog: true }))).toBe('200 reached');
    expect(await verdict(send(`http://localhost:${canary.port}/`, { fromCatalog: true }))).toBe(
      'request address',
    );
  });

  it('does not wait forever for name resolution', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { send } = open({ resolve: never });
    expect(await verdict(send('http://slow.test/', { timeoutMs: 50 }))).toContain(
      'timed out after 0.05 seconds',
    );
  });

  it('is aborted before a byte is sent if the connection reaches another address', async () => {
    const url = new URL(origin);
    const limits = { connectMs: 1000, replyBytes: 1000, headerBytes: 1000, redirects: 0 };
    const destination = { url, addresses: [{ address: '127.0.0.1', family: 4 }] };
    const hop = { method: 'GET', url, headers: {}, body: undefined };
    await expect(exchange(hop, destination, limits, AbortSignal.timeout(1000))).rejects.toMatchObject({
      phase: 'connect',
      reason: 'address',
    });
    expect(canary.requests).toEqual([]);
  });
});

describe('a redirect', () => {
  const leadTo = (location: string, status = 302) => {
    answer = (request, response) => {
      if (request.url === '/end') response.end('the end');
      else response.writeHead(status, { location }).end();
    };
  };
  const fromCatalog = { fromCatalog: true };

  it('is followed within the origin', async () => {
    leadTo('/end', 307);
    const headers = { authorization: 'Bearer k' };
    const request = { ...fromCatalog, method: 'POST', body: '{"a":1}', headers };
    expect(await verdict(open().send(origin, request))).toBe('200 the end');
    expect(canary.requests[1]).toMatchObject({ method: 'POST', body: '{"a":1}', headers });
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'redirect address'],
    ['http://metadata.test/', 'redirect address'],
    ['http://nowhere.test/', 'redirect host'],
    ['http://public.test:22/', 'redirect port'],
    ['http://user@public.test/', 'redirect credentials'],
    ['file:///etc/passwd', 'redirect scheme'],
    ['gopher://127.0.0.1/', 'redirect scheme'],
    ['http://[::', 'redirect host'],
    ['//10.0.0.1/', 'redirect address'],
  ])('is not followed to %s', async (location, reason) => {
    leadTo(location);
    expect(await verdict(open().send(origin, fromCatalog))).toBe(reason);
  });

  it('is not followed from one operator origin to another', async () => {
    const otherOrigin = `http://127.0.0.1:${other.port}`;
    leadTo(`${otherOrigin}/`);
    const { send } = open({ operatorOrigins: [origin, otherOrigin] });
    expect(await verdict(send(origin, fromCatalog))).toBe('redirect address');
    expect(other.connections()).toBe(0);
  });

  it('is followed three times at most', async () => {
    let left = 3;
    answer = (_, response) => {
      left -= 1;
      if (left < 0) response.end('the end');
      else response.writeHead(302, { location: `/${left}` }).end();
    };
    expect(await verdict(open().send(origin, fromCatalog))).toBe('200 the end');
    left = 4;
    expect(await verdict(open().send(origin, fromCatalog))).toBe('redirect hops');
  });

  it('is returned as it is if it may not be followed', async () => {
    leadTo('http://169.254.169.254/', 307);
    const reply = await open().send(origin, { ...fromCatalog, followRedirects: false });
    expect(reply).toMatchObject({ status: 307, headers: { location: 'http://169.254.169.254/' }, text: '' });
  });
});

describe('a request', () => {
  it('sends no cookies, identifies the product, and drops cookies of the reply', async () => {
    answer = (_, response) => response.setHeader('set-cookie', ['a=1', 'b=2']).end('x');
    const { headers } = await open().send(origin, { fromCatalog: true });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(canary.requests[0]?.headers).toMatchObject({
      'user-agent': 'IT-Warranty-Lookup',
      'accept-encoding': 'gzip, br',
    });
    expect(canary.requests[0]?.headers).not.toHaveProperty('cookie');
  });

  it('uses no proxy', async () => {
    process.env.HTTP_PROXY = `http://127.0.0.1:${other.port}`;
    process.env.http_proxy = process.env.HTTP_PROXY;
    try {
      expect(await verdict(open().send(origin, { fromCatalog: true }))).toBe('200 reached');
      expect(other.connections()).toBe(0);
    } finally {
      delete process.env.HTTP_PROXY;
      delete process.env.http_proxy;
    }
  });

  it('reports briefly why there was no reply', async () => {
    const closed = await startCanary((_, response) => response.end());
    await closed.close();
    const url = `http://127.0.0.1:${closed.port}`;
    const { send } = open({ operatorOrigins: [url] });
    expect(await verdict(send(url, { fromCatalog: true }))).toBe('No response: the connection was refused.');
    answer = (request) => request.socket.destroy();
    expect(await verdict(open().send(origin, { fromCatalog: true }))).toBe(
      'No response: the connection was closed.',
    );
  });
});
