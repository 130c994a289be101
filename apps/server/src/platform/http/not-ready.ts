import { createServer, type Server } from 'node:http';
import { liveness } from '@warranty/contracts/system';

interface Place {
  host: string;
  port: number;
}

const retryAfterSeconds = 5;

/**
 * Answers health checks of a process that cannot start yet, so that it is not restarted, and rejects everything else. Returns
 * what ends it.
 */
export async function answerNotReady(places: readonly Place[], reason: string): Promise<() => Promise<void>> {
  const servers = await Promise.all(places.map((place) => listen(place, reason)));
  return async () => {
    await Promise.all(servers.map(close));
  };
}

async function listen({ host, port }: Place, reason: string): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const isAlive = url === liveness.path;
    response
      .writeHead(isAlive ? 200 : 503, {
        'content-type': 'text/plain',
        ...(isAlive ? {} : { 'retry-after': String(retryAfterSeconds) }),
      })
      .end(isAlive ? 'ok\n' : `${reason}\n`);
  });
  await new Promise<void>((resolve) => {
    // A port that is in use is reported when the process starts.
    server.once('error', () => resolve()).listen(port, host, resolve);
  });
  return server;
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}
