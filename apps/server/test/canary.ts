import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './at-end.ts';

/** An HTTP server on all addresses of this machine that counts connections and records requests. */
export async function startCanary(answer: RequestListener, port = 0, host = '::') {
  let connections = 0;
  const requests: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, host);
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    return new Promise<unknown>((resolve) => server.close(resolve));
  };
  atEnd(close);
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    close,
  };
}
