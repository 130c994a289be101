import { json } from '@warranty/contracts/core/endpoint';
import * as z from 'zod/mini';
import { publicOriginOf } from '../src/platform/http/origin.ts';
import { createHttpServer, type HttpServerOptions } from '../src/platform/http/server.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { atEnd } from './at-end.ts';
import { noRequestLimits, silent } from './fixtures.ts';

/** What the endpoints of tests have in common. */
export const plainEndpoint = {
  access: 'public',
  group: 'This server',
  summary: 'A thing',
  reply: json(z.object({})),
  errors: [],
} as const;
export const noMembers = { body: z.object({}), example: { body: {} } };

/** The HTTP server of the product with these routes alone, as if it ran on a laptop. */
export function createRoutesServer(options: Pick<HttpServerOptions, 'routes'> & Partial<HttpServerOptions>) {
  const app = createHttpServer({
    publicOrigin: publicOriginOf('http://localhost:3000'),
    trustProxy: [],
    inlineScriptHashes: [],
    authenticators: {},
    isDraining: () => false,
    log: silent,
    metrics: createMetrics(),
    requests: noRequestLimits,
    ...options,
  });
  atEnd(() => app.close());
  return app;
}
