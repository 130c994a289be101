import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../test/wait-until.ts';
import { limitConnections } from './connection-limit.ts';

const maxPerAddress = 3;
let server: Server;
/** Connections whose request is in progress. */
let busy: Set<Socket>;
const clients: Socket[] = [];

async function start(trustProxy: string[] = []): Promise<void> {
  busy = new Set();
  server = createServer((request) => busy.add(request.socket));
  limitConnections(server, {
    maxPerAddress,
    trustProxy,
    requestsOn: (socket) => (busy.has(socket) ? 1 : 0),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Client {
  isOpen: boolean;
}

async function open(localAddress: string, text = ''): Promise<Client> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
  const client = { isOpen: true };
  socket.on('error', () => undefined);
  socket.on('close', () => {
    client.isOpen = false;
  });
  clients.push(socket);
  const [accepted] = await Promise.all([once(server, 'connection'), once(socket, 'connect')]);
  if (text === '') return client;
  socket.write(text);
  await waitUntil('its request began', () => busy.has(accepted[0]) || !client.isOpen);
  return client;
}

const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const isOpen = ({ isOpen }: Client) => isOpen;

describe('above its limit, an address', () => {
  it('loses an idle connection for each new one', async () => {
    await start();
    const idle = [await open('127.0.0.2'), await open('127.0.0.2')];
    const active = await open('127.0.0.2', request);
    const newer = [await open('127.0.0.2'), await open('127.0.0.2')];
    await waitUntil('the idle ones are closed', () => !idle.some(isOpen));
    expect([active, ...newer].map(isOpen)).toEqual([true, true, true]);
  });

  it('is refused if none is idle, and other addresses are not', async () => {
    await start();
    const active = [];
    for (let at = 0; at < maxPerAddress; at += 1) active.push(await open('127.0.0.2', request));
    const refused = await open('127.0.0.2');
    await waitUntil('it is closed', () => !refused.isOpen);
    expect([...active, await open('127.0.0.3')].map(isOpen)).toEqual([true, true, true, true]);
  });

  it.each(['127.0.0.2', '127.0.0.0/30'])('is not limited if it is the proxy %s', async (proxy) => {
    await start([proxy]);
    const all = [];
    for (let at = 0; at < 2 * maxPerAddress; at += 1) all.push(await open('127.0.0.2', request));
    expect(all.every(isOpen)).toBe(true);
  });
});
