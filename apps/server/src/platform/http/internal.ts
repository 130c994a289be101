import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { literalAddress } from '../outbound/public-address.ts';
import type { Readiness } from '../readiness.ts';
import type { PublicOrigin } from './origin.ts';
import { isPrivateHost } from './private-host.ts';

export interface InternalOptions {
  host: string;
  port: number;
  publicOrigin: PublicOrigin;
  metrics: Metrics;
  readiness: Readiness;
  log: Log;
}

type Answer = [status: number, contentType: string, body: string];

/** Metrics and health on a separate port, for the operator's network and for processes that serve no pages. */
export async function listenInternally(options: InternalOptions): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, options)
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

/**
 * A web page can point a name of its own at this server and read what we reply. It cannot do that with an IP address, with a
 * name that cannot be registered, or with our own names.
 */
function isKnownHost(header: string | undefined, { host, publicOrigin }: InternalOptions): boolean {
  const hostname = header === undefined ? undefined : URL.parse(`http://${header}`)?.hostname;
  if (!hostname) return false;
  const own = [host.toLowerCase(), new URL(publicOrigin.origin).hostname];
  return literalAddress(hostname) !== null || isPrivateHost(hostname) || own.includes(hostname);
}

async function answer({ url, headers }: IncomingMessage, options: InternalOptions): Promise<Answer> {
  if (!isKnownHost(headers.host, options)) return [421, 'text/plain', 'wrong host\n'];
  const { metrics, readiness } = options;
  if (url === '/metrics') return [200, metrics.registry.contentType, await metrics.registry.metrics()];
  if (url === '/livez') return [200, 'text/plain', 'ok\n'];
  if (url === '/readyz') {
    const reason = await readiness.notReadyReason();
    return reason === null ? [200, 'text/plain', 'ready\n'] : [503, 'text/plain', `${reason}\n`];
  }
  return [404, 'text/plain', 'not found\n'];
}
