import { createAccessToken } from '@warranty/contracts/access-tokens';
import { createAgentSecret } from '@warranty/contracts/agents';
import { createBulkRun } from '@warranty/contracts/bulk-lookup';
import { memoryOf } from '../../harness/memory.ts';
import { noQuotas, type Server } from '../../harness/processes.ts';
import { seededRandom } from '../../harness/random.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { assert, type Fault } from '../fault.ts';
import { type ApiDocument, createRequests, type RandomRequest } from '../random-request.ts';
import { installWithVendor, unlimitedLookups } from '../with-vendor.ts';

const lanes = 8;
const maxErrorBytes = 64 * 1024;
const maxMs = 2000;
/** Replies only after its rows have been looked up, as specified, so its duration is not checked. */
const waits = new Set(['POST /api/warranty/csv-enhanced']);
/** These would end the session that the other requests need. */
const endings = new Set(['DELETE /api/auth/session', 'POST /api/auth/recover']);

/** Creates a user with a session cookie, an access token, an agent secret and the ids it owns. */
async function openCaller(api: Server) {
  const { call, cookie, userId } = await createTestClient(api.url);
  const { rawToken } = await call(createAccessToken, { body: { tokenName: 'fuzz' } });
  const { rawSecret } = await call(createAgentSecret, { body: { name: 'fuzz' } });
  const run = await call(createBulkRun, {
    body: { fieldMapping: { modelNumber: 'Serial' }, fillBlankFields: true },
  });
  return {
    ids: [userId, run.id],
    headers: [
      { cookie, origin: api.url },
      { authorization: `Bearer ${rawToken}` },
      { authorization: `Bearer ${rawSecret}` },
    ],
  };
}

interface Findings {
  statuses: Map<number, number>;
  wrong: string[];
  slow: string[];
  slowest: { ms: number; operation: string };
  /** False while the first requests start threads and load code. */
  isWarm: boolean;
}

async function sendOne(
  api: Server,
  request: RandomRequest,
  headers: Record<string, string>,
  found: Findings,
) {
  const startedAt = performance.now();
  const response = await fetch(api.url + request.path, {
    method: request.method,
    headers: { ...headers, ...(request.contentType && { 'content-type': request.contentType }) },
    ...(request.method !== 'GET' && request.body !== undefined && { body: request.body }),
    redirect: 'manual',
  });
  const size = (await response.arrayBuffer()).byteLength;
  const ms = performance.now() - startedAt;
  const { status } = response;
  found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1);
  const told = `${request.operation} ${request.path.slice(0, 200)} ${request.body?.slice(0, 300) ?? ''}`;
  if (status === 500) found.wrong.push(`500: ${told}`);
  if (status >= 400 && size > maxErrorBytes) found.wrong.push(`an error reply of ${size} bytes: ${told}`);
  if (!found.isWarm || waits.has(request.operation)) return;
  if (ms > maxMs) found.slow.push(`${ms.toFixed(0)} ms: ${told}`);
  if (ms > found.slowest.ms) found.slowest = { ms, operation: request.operation };
}

/** Switches to a new user every 500 requests, because random requests may revoke or delete what the current one needs. */
async function sendMany(api: Server, count: number, document: ApiDocument, seed: number, found: Findings) {
  const random = seededRandom(seed);
  let caller = await openCaller(api);
  let next = createRequests(document, random, caller.ids);
  for (let sent = 0; sent < count; sent += 1) {
    if (sent % 500 === 499) {
      caller = await openCaller(api);
      next = createRequests(document, random, caller.ids);
    }
    const request = next();
    if (endings.has(request.operation)) continue;
    const isAgents = request.operation === 'POST /api/agent/discoveries';
    const headers = caller.headers[isAgents ? 2 : Number(random() < 0.5)] as Record<string, string>;
    await sendOne(api, request, headers, found);
  }
}

/** Raised so that requests are not rejected by a limit first. */
const noLimits = {
  ...unlimitedLookups,
  TOKEN_REQUESTS_PER_MINUTE: '1000000',
  ...noQuotas,
};

export const randomRequests: Fault = {
  number: 62,
  isolation: 'exclusive',
  title: 'random requests generated from the OpenAPI document, by session, token and agent secret',
  async run(context) {
    const { api } = await installWithVendor(context, { env: noLimits });
    const document = (await (await fetch(`${api.url}/api/openapi.json`)).json()) as ApiDocument;
    const found: Findings = {
      statuses: new Map(),
      wrong: [],
      slow: [],
      slowest: { ms: 0, operation: '' },
      isWarm: false,
    };
    const count = context.full ? 100_000 : 4000;
    // The default run repeats the same requests; `--full` uses a random seed.
    const seed = Number(process.env.FUZZ_SEED ?? (context.full ? Math.floor(Math.random() * 2 ** 31) : 1));
    const run = (from: number, batch: number) =>
      Promise.all(
        Array.from({ length: lanes }, (_, lane) =>
          sendMany(api, Math.ceil(batch / lanes), document, seed + from + lane, found),
        ),
      );
    // Memory is measured after a warm-up, because code loaded by the first requests stays in memory.
    await run(0, count / 4);
    found.isWarm = true;
    const before = await memoryOf(api, 'VmRSS');
    await run(lanes, (3 * count) / 4);
    const growth = (await memoryOf(api, 'VmRSS')) - before;
    assert(
      found.wrong.length === 0,
      `${found.wrong.length} wrong replies (FUZZ_SEED=${seed}):\n${found.wrong.slice(0, 20).join('\n')}`,
    );
    context.expectBar(found.slow.length === 0, `${found.slow.length} slow replies, such as ${found.slow[0]}`);
    assert(growth < 150, `the api grew by ${growth.toFixed(0)} MB`);
    assert(api.child.exitCode === null, 'the api exited');
    const statuses = [...found.statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`);
    return `${count} requests, no 500 (${statuses.join(', ')}); the slowest ${found.slowest.ms.toFixed(0)} ms (${found.slowest.operation}; bar ${maxMs}), memory +${growth.toFixed(0)} MB`;
  },
};
