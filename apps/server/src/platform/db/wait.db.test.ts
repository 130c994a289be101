import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../../test/database.ts';
import { silent } from '../../../test/fixtures.ts';
import { waitForDatabase } from './wait.ts';

const database = await cloneDatabase('empty');

/** AuthenticationOk and ReadyForQuery: a server that accepts every login. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

function disconnectOnRequest(socket: Socket): void {
  socket.once('data', () => {
    socket.write(welcome);
    socket.once('data', () => socket.destroy());
  });
}

function passOn(socket: Socket): void {
  const { hostname, port } = new URL(database.url);
  const real = connect(Number(port), hostname);
  socket.on('error', () => real.destroy()).pipe(real);
  real.on('error', () => socket.destroy()).pipe(socket);
}

/** A proxy in front of the database. It handles each connection with the next of `ways`; the last one repeats. */
async function standIn(...ways: ((socket: Socket) => void)[]): Promise<{ url: string; server: Server }> {
  let connections = 0;
  const server = createServer((socket) => {
    ways[Math.min(connections, ways.length - 1)]?.(socket);
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database.url);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, server };
}

describe('waitForDatabase', () => {
  it('retries when the database disconnects during the query', async () => {
    const { url, server } = await standIn(disconnectOnRequest, passOn);
    await expect(waitForDatabase(url, 10, silent)).resolves.toBe(url);
    server.close();
  });

  it('retries when a connection gets no reply', async () => {
    const { url, server } = await standIn(() => undefined, passOn);
    await expect(waitForDatabase(url, 10, silent)).resolves.toBe(url);
    server.close();
  });

  it('chooses the server that can be written to', async () => {
    const { url, server } = await standIn(passOn);
    const several = url.replace(new URL(url).host, `127.0.0.1:1,${new URL(url).host}`);
    await expect(waitForDatabase(several, 10, silent)).resolves.toBe(url);
    await database.query(
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
    );
    await expect(waitForDatabase(several, 0, silent)).rejects.toThrow(/ECONNREFUSED|read-only/);
    await expect(waitForDatabase(url, 10, silent)).resolves.toBe(url);
    server.close();
  });

  it('reports the reason when the time is up', async () => {
    const { url, server } = await standIn((socket) => socket.destroy());
    await expect(waitForDatabase(url, 0, silent)).rejects.toThrow(/Connection terminated|ECONNRESET/);
    server.close();
  });

  it('fails immediately on a wrong password', async () => {
    const url = new URL(database.url);
    url.password = 'wrong';
    await expect(waitForDatabase(url.href, 10, silent)).rejects.toThrow(/password authentication failed/);
  });
});
