import { createServer, type RequestListener, type Server } from 'node:http';
import { answerUnreadable, type UnreadableOptions } from './unreadable-request.ts';

export interface HeaderLimits {
  /** In which the headers have to be here: they are short. */
  headersMs: number;
}

interface NodeServerOptions extends UnreadableOptions {
  limits: UnreadableOptions['limits'] & HeaderLimits;
}

/** A server of Node's whose every answer is one of ours, also where there is no request to answer. */
export function createNodeServer(handler: RequestListener, options: NodeServerOptions): Server {
  const { headersMs } = options.limits;
  const server = createServer(
    {
      headersTimeout: headersMs,
      connectionsCheckingInterval: headersMs / 6,
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
