import { createServer, type Server } from 'node:http';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Readiness } from '../readiness.ts';

export interface InternalOptions {
  host: string;
  port: number;
  metrics: Metrics;
  readiness: Readiness;
  log: Log;
}

type Answer = [status: number, contentType: string, body: string];

/** Metrics and health on a separate port, for the operator's network and for processes that serve no pages. */
export async function listenInternally(options: InternalOptions): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request.url ?? '/', options)
      .catch((err: unknown): Answer => {
        options.log.error({ err }, 'internal request failed');
        return [500, 'text/plain', 'failed\n'];
      })
      .then(([status, contentType, body]) =>
        response.writeHead(status, { 'content-type': contentType }).end(body),
      );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve);
  });
  server.unref();
  return server;
}

async function answer(url: string, { metrics, readiness }: InternalOptions): Promise<Answer> {
  if (url === '/metrics') return [200, metrics.registry.contentType, await metrics.registry.metrics()];
  if (url === '/livez') return [200, 'text/plain', 'ok\n'];
  if (url === '/readyz') {
    const reason = await readiness.notReadyReason();
    return reason === null ? [200, 'text/plain', 'ready\n'] : [503, 'text/plain', `${reason}\n`];
  }
  return [404, 'text/plain', 'not found\n'];
}
