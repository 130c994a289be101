import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startBulkFixture } from '../bulk.ts';
import { endpoints, named } from '../endpoints.ts';
import { type OrdinaryRequest, ordinaryRequest } from '../ordinary-requests.ts';

const scene = await startBulkFixture({
  ...{ DATABASE_POOL_SIZE: '1', BULK_LIVE_RUNS: '1000', DISK_FLOOR_MB: '0', SIGN_IN: 'optional' },
  ...{
    LOOKUPS_PER_MINUTE: '10000',
    LOOKUPS_PER_MINUTE_PER_ADDRESS: '10000',
    NEW_SESSIONS_PER_HOUR: '1000',
  },
});
await scene.server.app.listen({ host: '127.0.0.1', port: 0 });

/** Waiting for a database connection times out after five seconds. */
const timeout = 30_000;

it.each(named(endpoints))(
  'with a single database connection every endpoint replies: %s',
  { timeout },
  async (_, endpoint) => {
    const user = await scene.startBulkUser();
    const reply = await scene.server.app.inject(await ordinaryRequest(scene, user, endpoint));
    // The agents may not be built.
    const isAccepted = reply.statusCode < 300 || reply.body.includes('"agent_not_built"');
    expect(isAccepted, reply.body.slice(0, 200)).toBe(true);
  },
);

/** Sends the headers and half of the body. */
async function beginSending({ method, url, headers, payload = '' }: OrdinaryRequest): Promise<Socket> {
  const { port } = scene.server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const length = Buffer.byteLength(payload);
  const half = payload.slice(0, Math.floor(payload.length / 2));
  socket.write(
    [`${method} ${url} HTTP/1.1`, ...lines, `content-length: ${length}`, 'connection: close', '', half].join(
      '\r\n',
    ),
  );
  return socket;
}

async function statusOf(socket: Socket): Promise<number> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

const withBody = endpoints.filter(({ body, upload }) => body !== undefined || upload !== undefined);

it.each(named(withBody))(
  'while a client sends a body slowly no database connection is held: %s',
  { timeout },
  async (_, endpoint) => {
    const user = await scene.startBulkUser();
    const other = await scene.startBulkUser();
    const request = await ordinaryRequest(scene, user, endpoint);
    const socket = await beginSending(request);
    // Each request waits for the queries that the slow request makes before its body arrives.
    for (let time = 0; time < 10; time += 1)
      expect((await other.send('GET', '/api/auth/session')).statusCode).toBe(200);
    const { payload = '' } = request;
    socket.write(payload.slice(Math.floor(payload.length / 2)));
    expect(await statusOf(socket)).toBeLessThan(300);
  },
);
