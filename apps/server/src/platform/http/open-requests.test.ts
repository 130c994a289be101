import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../test/wait-until.ts';
import { createOpenRequests, maxPerConnection, type OpenRequest } from './open-requests.ts';

const maxPerAddress = 3;
let requests: ReturnType<typeof createOpenRequests>;
let server: Server;
let opened: OpenRequest[];
const clients: Socket[] = [];

beforeEach(async () => {
  requests = createOpenRequests(maxPerAddress);
  opened = [];
  server = createServer((request, response) => {
    opened.push(requests.begin({ ip: null, key: 'client' }, response, request.socket));
    request.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function openClient(text: string): Promise<Socket> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).resume();
  clients.push(client);
  client.write(text);
  await waitUntil('it began', () => opened.length > 0);
  return client;
}

const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

/** What was released, and whether the work is told to stop. */
async function endOf(open: OpenRequest | undefined) {
  const { signal } = open as OpenRequest;
  await new Promise<void>((resolve) => open?.whenOver(resolve));
  return { isAbandoned: open?.isAbandoned, isAborted: signal.aborted, left: requests.all.length };
}

const abandoned = { isAbandoned: true, isAborted: true, left: 0 };

describe('a request is over', () => {
  it('when its reply is sent, without stopping its work', async () => {
    await openClient(get);
    const [open] = opened;
    open?.reply.end('done');
    expect(await endOf(open)).toEqual({ isAbandoned: false, isAborted: false, left: 0 });
  });

  it('when the client resets the connection', async () => {
    const client = await openClient(get);
    client.resetAndDestroy();
    expect(await endOf(opened[0])).toEqual(abandoned);
  });

  it('when the client closes its half of the connection', async () => {
    const client = await openClient(get);
    client.end();
    expect(await endOf(opened[0])).toEqual(abandoned);
  });

  it('when the client disconnects in the middle of the body', async () => {
    const client = await openClient('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{');
    client.destroy();
    expect(await endOf(opened[0])).toEqual(abandoned);
  });

  it('when the client disconnects while it waits for an earlier reply on the connection', async () => {
    const client = await openClient(get + get);
    await waitUntil('both began', () => opened.length === 2);
    client.destroy();
    await endOf(opened[0]);
    expect(await endOf(opened[1])).toEqual(abandoned);
  });
});

describe('what is tied to a request', () => {
  it('is released once, and at once if the request is already over', async () => {
    const client = await openClient(get);
    client.destroy();
    const [open] = opened;
    let releases = 0;
    open?.whenOver(() => {
      releases += 1;
    });
    await endOf(open);
    open?.end('sent');
    expect(releases).toBe(1);
    open?.whenOver(() => {
      releases += 1;
    });
    expect(releases).toBe(2);
  });

  it('sees a disconnect that came before its signal was asked for', async () => {
    const client = await openClient(get);
    client.destroy();
    const [open] = opened;
    await new Promise<void>((resolve) => open?.whenOver(resolve));
    expect(open?.signal.aborted).toBe(true);
  });
});

describe('limits', () => {
  it('closes a connection on which too many requests are sent without waiting', async () => {
    const client = await openClient(get.repeat(maxPerConnection + 1));
    await waitUntil('it is closed', () => client.closed);
    await waitUntil('all are over', () => requests.all.length === 0);
  });

  it('refuses more requests of an address than it may have in progress', async () => {
    for (let at = 0; at <= maxPerAddress; at += 1) {
      await openClient(get);
      await waitUntil('it began', () => opened.length === at + 1);
    }
    expect(() => requests.assertRoom(opened.at(-1) as OpenRequest)).toThrow(
      expect.objectContaining({ code: 'too_many_requests' }),
    );
    clients[0]?.destroy();
    await endOf(opened[0]);
    expect(() => requests.assertRoom(opened.at(-1) as OpenRequest)).not.toThrow();
  });
});
