import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createBulkRun, listBulkRuns, uploadBulkSource } from '@warranty/contracts/bulk-lookup';
import { fillPath } from '@warranty/contracts/core/client';
import { readSession } from '@warranty/contracts/session';
import { noQuotas, type Postgres, type Server, waitUntil } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { install, killPostgres, observe, restartPostgres } from '../installation.ts';
import { keepAsking } from '../keep-asking.ts';

const poolSize = 10;

async function setUp(context: FaultContext) {
  const installation = await install(context, {
    apis: 1,
    env: {
      DATABASE_POOL_SIZE: String(poolSize),
      ...noQuotas,
      DISK_FLOOR_MB: '0',
      DELL_CLIENT_ID: 'nobody',
      DELL_CLIENT_SECRET: 'nobody',
    },
  });
  const api = installation.apis[0] as Server;
  return { ...installation, api, client: await createTestClient(api.url) };
}

async function createRuns({ call }: TestClient, count: number): Promise<string[]> {
  const create = async () =>
    (await call(createBulkRun, { body: { fieldMapping: { modelNumber: 'Serial' }, fillBlankFields: true } }))
      .id;
  const ids: string[] = [];
  // A few at a time: creating the runs is not part of the measurement.
  while (ids.length < count) ids.push(...(await Promise.all(Array.from({ length: 4 }, create))));
  return ids.slice(0, count);
}

/** Starts an upload and sends its first bytes; `end` sends the rest. */
function openUpload({ url, cookie }: TestClient, runId: string): ClientRequest {
  const { method, path } = uploadBulkSource;
  const headers = { origin: url, cookie, 'content-type': 'text/csv' };
  const sending = request(url + fillPath(path, { runId }), { method, headers, agent: false });
  sending.on('error', () => undefined);
  sending.write('Serial\n');
  return sending;
}

async function statusOf(sending: ClientRequest): Promise<number> {
  const [reply] = (await once(sending, 'response')) as [IncomingMessage];
  reply.resume();
  return reply.statusCode ?? 0;
}

export const concurrentUploads: Fault = {
  number: 60,
  isolation: 'exclusive',
  title: '64 concurrent uploads over a pool of 10, and 100 slow ones',
  async run(context) {
    const { api, client } = await setUp(context);
    const runs = await createRuns(client, 64);
    const atOnce = runs.map((id) => openUpload(client, id));
    const statuses = Promise.all(atOnce.map(statusOf));
    for (const sending of atOnce) sending.end('B000003\n');
    const refused = (await statuses).filter((status) => status !== 202);
    assert(refused.length === 0, `${refused.length} of 64 were rejected: ${refused}`);

    const slow = (await createRuns(client, 100)).map((id) => openUpload(client, id));
    const drip = setInterval(() => {
      for (const sending of slow) sending.write('B');
    }, 200);
    context.cleanup(() => clearInterval(drip));
    context.cleanup(() => slow.map((sending) => sending.destroy()));
    const asking = [
      keepAsking(() => client.call(readSession)),
      keepAsking(() => client.call(listBulkRuns)),
      keepAsking(async () => assert((await fetch(`${api.url}/readyz`)).ok, '/readyz went red')),
    ];
    await delay(context.full ? 30_000 : 6000);
    const told = await Promise.all(asking.map((each) => each.stop()));
    const failed = told.flatMap(({ failures }) => failures);
    assert(failed.length === 0, `${failed.length} other requests failed meanwhile: ${failed[0]}`);
    const p99 = Math.max(...told.map((each) => each.p99));
    context.expectBar(p99 < 250, `p99 of the other requests was ${p99.toFixed(0)} ms`);
    const count = told.reduce((sum, each) => sum + each.count, 0);
    return `64 accepted; during 100 slow uploads ${count} other requests, p99 ${p99.toFixed(0)} ms (bar 250), readiness green`;
  },
};

/** Uploads files in a loop and ignores failures. */
function keepUploading(client: TestClient): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const lane = async () => {
    while (!stopping.signal.aborted) {
      try {
        const [id] = await createRuns(client, 1);
        const sending = openUpload(client, id as string);
        const status = statusOf(sending);
        for (let row = 0; row < 20; row += 1) {
          sending.write(`B0000${row}\n`.repeat(2000));
          await delay(10);
        }
        sending.end();
        await Promise.race([status, once(sending, 'error')]);
      } catch {
        await delay(100);
      }
    }
  };
  const lanes = Array.from({ length: 6 }, lane);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(lanes);
    },
  };
}

/** Counts the usable connections of the pool: each waiting request holds one of them, blocked by the same lock. */
async function connectionsUsable(
  context: FaultContext,
  postgres: Postgres,
  client: TestClient,
): Promise<number> {
  const observer = await observe(context, postgres);
  const watcher = await observe(context, postgres);
  await observer.query('begin; lock table sessions in access exclusive mode');
  const waiting = Array.from({ length: 2 * poolSize }, () => client.call(readSession).catch(() => undefined));
  const blocked = async () => {
    const { rows } = await watcher.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where application_name = 'api' and wait_event_type = 'Lock'",
    );
    return rows[0]?.count ?? 0;
  };
  await waitUntil('the pool to be in use', async () => (await blocked()) >= poolSize, 4000).catch(
    () => undefined,
  );
  const usable = await blocked();
  await observer.query('commit');
  await Promise.all(waiting);
  return usable;
}

export const uploadsAndKills: Fault = {
  number: 61,
  slow: true,
  title: 'PostgreSQL killed repeatedly during uploads: every connection of the pool is usable afterwards',
  async run(context) {
    const { dir, postgres, api, client } = await setUp(context);
    const kills = context.full ? 30 : 6;
    const uploads = keepUploading(client);
    let current = postgres;
    for (let kill = 0; kill < kills; kill += 1) {
      await delay(300);
      await killPostgres(current);
      current = await restartPostgres(context, dir);
      await waitUntil('the api to be ready', async () => (await fetch(`${api.url}/readyz`)).ok);
    }
    await uploads.stop();
    const startedAt = performance.now();
    const usable = await connectionsUsable(context, current, client);
    assert(usable === poolSize, `${usable} of ${poolSize} connections are usable after ${kills} kills`);
    assert(api.child.exitCode === null, 'the api exited');
    return `${kills} kills, ${usable} of ${poolSize} connections usable (${seconds(performance.now() - startedAt)})`;
  },
};
