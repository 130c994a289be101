import { Agent, createServer, request, type Server } from 'node:http';

export interface Backend {
  url: string;
  ready: boolean;
}

export interface Proxy {
  server: Server;
  backends: Backend[];
  close(): void;
}

/**
 * A small load balancer: round robin over the backends whose /readyz is green, polled ten times a second. A probe that times
 * out changes nothing: on a busy machine all of them could. It never retries, so a request that a backend drops fails for
 * its caller.
 */
export async function startProxy(port: number, urls: string[]): Promise<Proxy> {
  const host = `localhost:${port}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const backends = urls.map((url) => ({ url, ready: true }));
  const watch = setInterval(() => {
    for (const backend of backends) checkReady(backend, host);
  }, 100);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const ready = backends.filter((backend) => backend.ready);
    turn += 1;
    const backend = ready[turn % Math.max(ready.length, 1)];
    if (!backend) return void outgoing.writeHead(502).end('no backend');
    const { hostname, port: backendPort } = new URL(backend.url);
    const forwarded = request(
      {
        agent,
        hostname,
        port: backendPort,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      },
      (answer) => {
        const { connection: _, ...headers } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', (error) => outgoing.writeHead(502).end(error.message));
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    server,
    backends,
    close() {
      clearInterval(watch);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

function checkReady(backend: Backend, host: string): void {
  const probe = request(
    `${backend.url}/readyz`,
    { headers: { host }, timeout: 1000, agent: false },
    (answer) => {
      backend.ready = answer.statusCode === 200;
      answer.resume();
    },
  );
  let hasTimedOut = false;
  probe.on('timeout', () => {
    hasTimedOut = true;
    probe.destroy();
  });
  probe.on('error', () => {
    if (!hasTimedOut) backend.ready = false;
  });
  probe.end();
}
