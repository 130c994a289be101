import { createServer, type RequestListener, type Server } from 'node:http';
import { type ConnectionLimitOptions, limitConnections } from './connection-limit.ts';
import { answerUnreadable, type UnreadableOptions } from './unreadable-request.ts';

interface NodeServerOptions extends UnreadableOptions {
  /** Also for the headers, which are short. */
  limits: UnreadableOptions['limits'] & { headersMs: number };
  connections: ConnectionLimitOptions;
}

/** A Node server that sends our own replies in all cases, even if there is no valid request. */
export function createNodeServer(handle: RequestListener, options: NodeServerOptions): Server {
  const { headersMs } = options.limits;
  // Node goes on to parse what has already arrived on a connection that was closed.
  const handler: RequestListener = (request, response) => {
    if (!request.socket.destroyed) handle(request, response);
  };
  const server = createServer(
    {
      headersTimeout: headersMs,
      connectionsCheckingInterval: headersMs / 6,
      keepAliveTimeout: 72_000,
      // Node's own rejection has neither a code nor our headers (`assertKnownHost`).
      requireHostHeader: false,
    },
    handler,
  );
  // File uploads may take long; arriving-bodies.ts enforces their limits.
  server.requestTimeout = 0;
  server.on('clientError', answerUnreadable(options));
  // Unknown expectations are handled like any request, instead of being rejected by Node.
  server.on('checkExpectation', handler);
  limitConnections(server, options.connections);
  return server;
}
