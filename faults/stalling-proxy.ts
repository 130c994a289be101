import { connect, createServer, type Socket } from 'node:net';
import type { Postgres } from '../harness/processes.ts';
import type { FaultContext } from './fault.ts';

export interface StallingProxy {
  /** URL of the database through the proxy. */
  url: string;
  /** While stalled, no byte passes and nothing is closed, like a network that drops packets. What was held up then arrives. */
  stall(isStalled: boolean): void;
  /** Replies of PostgreSQL arrive this much later from now on. */
  delayReplies(ms: number): void;
}

/** A TCP proxy between the product and PostgreSQL. */
export async function startStallingProxy(
  { cleanup }: FaultContext,
  { url }: Postgres,
): Promise<StallingProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isStalled = false;
  let replyDelayMs = 0;

  function pass(from: Socket, to: Socket, delayMs: () => number): void {
    sockets.add(from);
    if (isStalled) from.pause();
    from.on('data', (piece: Buffer) => {
      if (delayMs() === 0) to.write(piece);
      else setTimeout(() => to.writable && to.write(piece), delayMs());
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroySoon();
    });
  }

  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    pass(client, server, () => 0);
    pass(server, client, () => replyDelayMs);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  cleanup(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  const proxied = new URL(url);
  proxied.port = String((proxy.address() as { port: number }).port);
  return {
    url: proxied.href,
    stall(next) {
      isStalled = next;
      for (const socket of sockets)
        if (next) socket.pause();
        else socket.resume();
    },
    delayReplies(ms) {
      replyDelayMs = ms;
    },
  };
}
