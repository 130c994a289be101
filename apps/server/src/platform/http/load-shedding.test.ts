import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { defineEndpoint } from '@warranty/contracts/core/endpoint';
import { liveness } from '@warranty/contracts/system';
import { describe, expect, it } from 'vitest';
import { noRequestLimits } from '../../../test/fixtures.ts';
import { createRoutesServer, plainEndpoint } from '../../../test/http-server.ts';
import { createMetrics } from '../metrics.ts';
import { route } from './route.ts';

const maxLoopDelayMs = 1000;
const readThing = defineEndpoint({ ...plainEndpoint, method: 'GET', path: '/api/thing' });

let handled = 0;
const metrics = createMetrics();
const app = createRoutesServer({
  routes: [
    route(readThing, () => {
      handled += 1;
      return {};
    }),
    route(liveness, () => ({ status: 'ok' as const })),
  ],
  metrics,
  requests: { ...noRequestLimits, maxLoopDelayMs },
});
const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);

/** Sends the request at once, so that it waits in the kernel while the event loop is blocked. */
async function openRequest(path: string) {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  return async () => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };
}

function blockLoop(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

const shedCount = async () =>
  (await metrics.registry.getSingleMetric('warranty_requests_shed_total')?.get())?.values[0]?.value;

describe('after the event loop was blocked', () => {
  it('rejects the requests that waited, answers health checks, and recovers on its own', async () => {
    const [thing, health] = await Promise.all([openRequest('/api/thing'), openRequest('/livez')]);
    const replies = Promise.all([thing(), health()]);
    blockLoop(maxLoopDelayMs + 300);
    const [shed, live] = await replies;
    expect(shed).toMatch(/^HTTP\/1\.1 503 /);
    expect(shed).toMatch(/^retry-after: 1\r$/im);
    expect(shed).toContain('"code":"overloaded"');
    expect(live).toMatch(/^HTTP\/1\.1 200 /);
    expect([handled, await shedCount()]).toEqual([0, 1]);
    await delay(500);
    expect(await (await openRequest('/api/thing'))()).toMatch(/^HTTP\/1\.1 200 /);
    expect(handled).toBe(1);
  });

  it('accepts requests after a shorter delay', async () => {
    await delay(300);
    const thing = await openRequest('/api/thing');
    const reply = thing();
    blockLoop(maxLoopDelayMs / 2);
    expect(await reply).toMatch(/^HTTP\/1\.1 200 /);
  });
});
