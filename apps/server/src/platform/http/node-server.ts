import { createServer, type RequestListener, type Server } from 'node:http';
import { answerUnreadable, type UnreadableOptions } from './unreadable-request.ts';

/** Headers are short; whoever takes longer is not sending them. */
const headersTimeout = 30_000;

/** A server of Node's whose every answer is one of ours, also where there is no request to answer. */
export function createNodeServer(handler: RequestListener, options: UnreadableOptions): Server {
  const server = createServer(
    {
      headersTimeout,
      connectionsCheckingInterval: 5000,
      keepAliveTimeout: 72_000,
      // Node's own refusal has neither a code nor our headers (`assertKnownHost`).
      requireHostHeader: false,
    },
    handler,
  );
  // A file may take its time; arriving-bodies.ts sees to the waiting.
  server.requestTimeout = 0;
  server.on('clientError', answerUnreadable(options));
  // We expect nothing, so that nothing is refused.
  server.on('checkExpectation', handler);
  return server;
}
