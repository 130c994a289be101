import { Agent, request as openRequest } from 'node:http';
import { createBulkRun } from '@warranty/contracts/bulk-lookup';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { describe, expect, it } from 'vitest';
import { bodyLimitOf } from '../../src/platform/http/bodies/received-file.ts';
import { mapping } from '../bulk.ts';
import { endpoints, named } from '../endpoints.ts';
import { providerSettings } from '../identity-provider.ts';
import { type HostileBody, hostileBodies } from '../largest-bodies.ts';
import { startRunningApi } from '../running-api.ts';

const megabyte = 1024 * 1024;
/** Larger bodies are streamed, so their size does not affect what is measured here. */
const maxBodyBytes = 32 * megabyte;
const maxFileBytes = 8 * megabyte;
const maxBlockMs = 100;
const maxGrowthBytes = 150 * megabyte;
const maxErrorLength = 64 * 1024;

/** Makes glibc return freed memory to the system, so that the test measures memory in use. */
const returnsFreedMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '300000',
  MALLOC_TRIM_THRESHOLD_: '300000',
};

const agent = new Agent({ keepAlive: false });

const api = await startRunningApi({
  ...{ SIGN_IN: 'optional', BULK_STORED_ROWS: '10000' },
  ...(await providerSettings()),
  ...returnsFreedMemory,
});

interface Answer {
  status: number;
  text: string;
}

/** Sends the body again if a thread had no time to read it, which happens on a machine under load. */
async function sendUntilRead(endpoint: Endpoint, body: HostileBody): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(endpoint, await addressOf(endpoint), body);
    if (answer.status !== 429 || attempt === 5) return answer;
  }
}

function send({ method, access }: Endpoint, path: string, body: HostileBody): Promise<Answer> {
  const credential =
    access === 'agent'
      ? { authorization: `Bearer ${api.rawSecret}` }
      : { cookie: api.visitor.cookie, origin: api.url };
  const headers = {
    ...credential,
    'content-type': body.contentType,
    'content-length': body.bytes.length,
    ...(body.gzip ? { 'content-encoding': 'gzip' } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = openRequest(api.url + path, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    // A client that keeps sending after an early reply is disconnected, but still receives the reply.
    request.on('error', (error) => setTimeout(() => reject(error), 1000).unref());
    request.end(body.bytes);
  });
}

/** The endpoint's path. Endpoints with a `runId` get a new run. */
async function addressOf({ path, params }: Endpoint): Promise<string> {
  const names = Object.keys(params?.shape ?? {});
  const run = names.includes('runId')
    ? await api.visitor.call(createBulkRun, { body: { fieldMapping: mapping } })
    : null;
  const known: Record<string, string> = { userId: api.visitor.userId, runId: run?.id ?? '' };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] || '1');
}

/** The best of three attempts, because garbage of earlier requests may be collected during one. */
async function assertEventLoopFree(endpoint: Endpoint, body: HostileBody): Promise<void> {
  const blocks: number[] = [];
  while (blocks.length < 3 && !blocks.some((block) => block < maxBlockMs)) {
    await api.maxBlockMs();
    const answer = await sendUntilRead(endpoint, body);
    blocks.push(await api.maxBlockMs());
    expect(answer.status, body.name).not.toBe(500);
    expect(answer.status, body.name).not.toBe(429);
    if (answer.status >= 400) expect(answer.text.length, body.name).toBeLessThan(maxErrorLength);
  }
  expect(Math.min(...blocks), `${body.name}: ${blocks.map(Math.round)} ms`).toBeLessThan(maxBlockMs);
}

const sizeOf = (endpoint: Endpoint) =>
  Math.min(bodyLimitOf(endpoint), endpoint.upload ? maxFileBytes : maxBodyBytes);

/** The largest first, so that their memory is released while the others run. */
const taking = endpoints
  .filter(({ body, upload }) => body || upload)
  .toSorted((one, other) => sizeOf(other) - sizeOf(one));

const known = () => ({ userId: api.visitor.userId, vendor: 'dell', progressId: undefined });

/**
 * Starts the threads that parse bodies of half a megabyte and more. They stay alive, so their own memory does not count as
 * growth.
 */
async function startThreads(): Promise<void> {
  for (const endpoint of taking.filter((each) => sizeOf(each) > megabyte))
    for (const body of hostileBodies(endpoint, megabyte / 2, known()).slice(0, 3))
      await send(endpoint, await addressOf(endpoint), body);
}

await startThreads();
const before = await api.memory();

describe('the largest body', () => {
  it.each(named(taking))(
    'of %s does not block the event loop, whatever its content',
    async (_, endpoint) => {
      for (const body of hostileBodies(endpoint, sizeOf(endpoint), known()))
        await assertEventLoopFree(endpoint, body);
    },
    180_000,
  );

  it('leaks no memory', async () => {
    // V8 releases the memory of ended threads with a delay of a few seconds.
    await api.until('the memory is given back', async () => (await api.memory()) - before < maxGrowthBytes);
  }, 40_000);
});
