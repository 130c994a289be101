import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { createMeters } from '../meters.ts';
import { AppError } from './app-error.ts';
import { isHealthCheck } from './health-check.ts';

const tickMs = 100;
const retryAfterSeconds = 1;

/**
 * Measures how late the event loop runs. The delay of the last tick counts until the next one, because the requests that
 * arrived during a delay are handled right after it.
 */
function watchLoop(app: FastifyInstance): () => number {
  let timer: NodeJS.Timeout | undefined;
  let tickedAt = 0;
  let delayMs = 0;
  const late = () => (timer ? performance.now() - tickedAt - tickMs : 0);

  // Only from here on: starting up takes its time, and no client waits for it.
  app.addHook('onListen', async () => {
    tickedAt = performance.now();
    timer = setInterval(() => {
      delayMs = late();
      tickedAt = performance.now();
    }, tickMs).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
  return () => Math.max(delayMs, late());
}

/**
 * Returns a function that throws while the event loop is delayed by more than this. Each request then costs next to nothing,
 * so that the loop catches up. Health checks are always answered.
 */
export function createLoadShedder(app: FastifyInstance, maxDelayMs: number, registry: Registry) {
  const delay = watchLoop(app);
  const shed = createMeters(registry).counter(
    'warranty_requests_shed_total',
    'Requests that were rejected because the event loop was delayed.',
    [],
  );
  return function shedLoad(request: FastifyRequest): void {
    if (delay() <= maxDelayMs || isHealthCheck(request)) return;
    shed.inc();
    throw new AppError('overloaded', { retryAfterSeconds });
  };
}
