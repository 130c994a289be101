import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { sameOriginHeaders } from '../app.ts';
import { startBulkFixture } from '../bulk.ts';
import { endpoints } from '../endpoints.ts';
import { type OrdinaryRequest, ordinaryRequest } from '../ordinary-requests.ts';
import { waitUntil } from '../wait-until.ts';

/** More clients than requests are handled at a time, on addresses of their own, and few enough for their work to end soon. */
const [clientsPerEndpoint, endpointsAtATime] = [2, 32];
const addresses = Array.from({ length: 8 }, (_, at) => `127.0.1.${at + 1}`);
const stranger = '127.0.2.1';
/** A place that is not given back is held for five seconds. */
const maxLookupMs = 3000;

const scene = await startBulkFixture({
  ...{ BULK_LIVE_RUNS: '1000', DISK_FLOOR_MB: '0', NEW_SESSIONS_PER_HOUR: '10000', SIGN_IN: 'optional' },
  ...{ LOOKUPS_PER_MINUTE: '10000', LOOKUPS_PER_MINUTE_PER_ADDRESS: '10000' },
});
await scene.server.app.listen({ host: '127.0.0.1', port: 0 });

function open(localAddress: string): Socket {
  const { port } = scene.server.app.server.address() as AddressInfo;
  return connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
}

function textOf({ method, url, headers, payload = '' }: OrdinaryRequest) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const length = payload || method !== 'GET' ? [`content-length: ${Buffer.byteLength(payload)}`] : [];
  return { head: `${[`${method} ${url} HTTP/1.1`, ...lines, ...length].join('\r\n')}\r\n\r\n`, payload };
}

type Client = (socket: Socket, request: ReturnType<typeof textOf>) => void;

const clients: [string, Client][] = [
  [
    'disconnect before the reply',
    (socket, { head, payload }) => {
      socket.resume().write(head + payload, () => socket.resetAndDestroy());
    },
  ],
  ['close their half of the connection', (socket, { head, payload }) => socket.resume().end(head + payload)],
  [
    'never send the body',
    (socket, { head, payload }) => {
      // Without a body, the headers do not end.
      socket.resume().write(payload ? head : head.slice(0, -2));
    },
  ],
  [
    'never read the reply',
    (socket, { head, payload }) => {
      socket.pause().write(head + payload);
    },
  ],
];

async function gaugeOf(name: string): Promise<number> {
  const [value] = (await scene.server.deps.metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
  return value?.value ?? Number.NaN;
}

/** The time a stranger waits for a cached lookup. */
async function lookUp(cookie: string): Promise<number> {
  const body = JSON.stringify({ modelNumber: 'B000001', manufacturer: 'Dell' });
  const startedAt = performance.now();
  const socket = open(stranger);
  const { head } = textOf({
    method: 'POST',
    url: '/api/warranty/lookup',
    headers: { ...sameOriginHeaders, cookie, 'content-type': 'application/json', connection: 'close' },
    payload: body,
  });
  socket.write(head + body);
  const [reply] = (await once(socket, 'data')) as [Buffer];
  expect(reply.toString()).toContain('200 OK');
  socket.destroy();
  return performance.now() - startedAt;
}

async function sendAll(behave: Client, requests: ReturnType<typeof textOf>[], cookie: string): Promise<void> {
  const sockets = requests.flatMap((request, at) =>
    Array.from({ length: clientsPerEndpoint }, (_, again) => {
      const socket = open(addresses[(at + again) % addresses.length] as string);
      socket.once('connect', () => behave(socket, request));
      return socket;
    }),
  );
  await Promise.all(sockets.map((socket) => socket.connecting && once(socket, 'connect')));
  for (let again = 0; again < 5; again += 1) expect(await lookUp(cookie)).toBeLessThan(maxLookupMs);
  await waitUntil('no place is held', async () => (await gaugeOf('warranty_http_requests_admitted')) === 0);
  for (const socket of sockets) socket.destroy();
  await waitUntil('no request is open', async () => (await gaugeOf('warranty_http_requests_open')) === 0);
}

it.each(clients)(
  'clients of every endpoint that %s hold no place that others need',
  { timeout: 120_000 },
  async (_, behave) => {
    const { cookie } = await scene.startBulkUser();
    await lookUp(cookie);
    const user = await scene.startBulkUser();
    for (let at = 0; at < endpoints.length; at += endpointsAtATime) {
      const requests = [];
      for (const endpoint of endpoints.slice(at, at + endpointsAtATime))
        requests.push(textOf(await ordinaryRequest(scene, user, endpoint)));
      await sendAll(behave, requests, cookie);
    }
  },
);
