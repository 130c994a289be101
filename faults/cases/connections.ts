import { setTimeout as delay } from 'node:timers/promises';
import { createBulkRun, listBulkRuns } from '@warranty/contracts/bulk-lookup';
import { RequestError } from '@warranty/contracts/core/client';
import { readSession } from '@warranty/contracts/session';
import pg from 'pg';
import { fleetMapping } from '../../harness/fleet.ts';
import { noQuotas, type Server, waitUntil } from '../../harness/processes.ts';
import type { TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { type Asked, keepAsking } from '../keep-asking.ts';
import { type StallingProxy, startStallingProxy } from '../stalling-proxy.ts';
import {
  assertExtraCalls,
  assertRunning,
  type BulkFixture,
  beginRun,
  waitUntilCalls,
  waitUntilComplete,
} from './bulk-fixture.ts';

/** No request may take longer while the database does not answer. */
const requestBarMs = 10_000;
const recoveryBarMs = 10_000;

/** `created`: the ids of the runs that were accepted. */
interface Load {
  stop(): Promise<{ asked: Asked[]; created: string[] }>;
}

/** Requests that read, and requests that write: runs that are created again with the same id until they are accepted. */
function startLoad({ call }: TestClient): Load {
  const created: string[] = [];
  let progressId = crypto.randomUUID();
  const create = async () => {
    await call(createBulkRun, { body: { progressId, fieldMapping: fleetMapping, fillBlankFields: true } });
    created.push(progressId);
    progressId = crypto.randomUUID();
  };
  const asking = [
    ...Array.from({ length: 3 }, () => keepAsking(() => call(readSession).catch(onlyUnavailable))),
    keepAsking(() => call(listBulkRuns).catch(onlyUnavailable)),
    keepAsking(() => create().catch(onlyUnavailable), 100),
  ];
  return {
    stop: async () => ({ asked: await Promise.all(asking.map((each) => each.stop())), created }),
  };
}

class UnavailableError extends Error {}

function onlyUnavailable(error: unknown): never {
  if (error instanceof RequestError && error.code === 'database_unavailable') throw new UnavailableError();
  throw error;
}

const failuresOf = (asked: Asked[]) => asked.flatMap(({ failures }) => failures);

function assertOnlyUnavailable(asked: Asked[]): number {
  const failures = failuresOf(asked);
  const others = failures.filter((failure) => failure !== String(new UnavailableError()));
  assert(others.length === 0, `${others.length} requests failed in another way: ${others[0]}`);
  return failures.length;
}

/** Everything the load created is there, once, and belongs to the client that created it. */
async function assertRuns({ client, observer }: BulkFixture, created: string[]): Promise<void> {
  const { rows } = await observer.query<{ id: string; owner: string }>(
    'select r.id, u.username as owner from bulk_runs r join users u on u.id = r.owner',
  );
  const ids = new Set(rows.map(({ id }) => id));
  const lost = created.filter((id) => !ids.has(id));
  assert(lost.length === 0, `${lost.length} accepted runs are lost`);
  // One is the run of the case, and one may have been stored without a reply that says so.
  assert(
    rows.length <= created.length + 2,
    `${rows.length} runs are stored, ${created.length} were accepted`,
  );
  assert(
    rows.every(({ owner }) => owner === client.userId),
    'a run belongs to another user',
  );
}

const isReady = async ({ url }: Server) => (await fetch(`${url}/readyz`)).ok;

async function waitUntilHealthy({ apis, client }: BulkFixture): Promise<number> {
  return waitUntil(
    'requests to succeed again',
    async () =>
      (await isReady(apis[0] as Server)) && (await client.call(readSession)).userId === client.userId,
    2 * recoveryBarMs,
  );
}

const env = { ...noQuotas, DISK_FLOOR_MB: '0' };

export const connectionsCut: Fault = {
  number: 85,
  title: 'bulk run and requests while connections to the database are cut five times a second',
  async run(context) {
    const scene = await beginRun(context, { latencyMs: 300, env, fullRows: 20_000 });
    await waitUntilCalls(scene, 1);
    const load = startLoad(scene.client);
    const cuts = await cutConnections(scene, context.full ? 60_000 : 8000);
    const { asked, created } = await load.stop();
    const failed = assertOnlyUnavailable(asked);
    const count = asked.reduce((sum, each) => sum + each.count, 0);
    assert(failed <= cuts, `${failed} of ${count} requests failed for ${cuts} cut connections`);
    const back = await waitUntilHealthy(scene);
    assertRunning(scene);
    await waitUntilComplete(scene);
    await assertRuns(scene, created);
    const extra = await assertExtraCalls(scene, cuts);
    return `${cuts} connections cut; ${failed} of ${count} requests got 503 and nothing else failed; ${created.length} runs created, each once; healthy in ${seconds(back)}; every row has one result, ${extra} extra calls`;
  },
};

async function cutConnections({ observer }: BulkFixture, forMs: number): Promise<number> {
  let cuts = 0;
  for (const end = Date.now() + forMs; Date.now() < end; await delay(200)) {
    const { rowCount } = await observer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where pid in (select pid from pg_stat_activity
                       where application_name in ('api', 'worker', 'jobs', 'jobs-worker') order by random() limit 1)`,
    );
    cuts += rowCount ?? 0;
  }
  return cuts;
}

export const halfOpen: Fault = {
  number: 86,
  slow: true,
  isolation: 'quiet',
  title: 'the network to the database drops everything: no request takes over 10 s',
  async run(context) {
    let proxy: StallingProxy | undefined;
    const scene = await beginRun(context, {
      latencyMs: 300,
      env,
      fullRows: 20_000,
      databaseUrl: async (postgres) => {
        proxy = await startStallingProxy(context, postgres);
        return proxy.url;
      },
    });
    await waitUntilCalls(scene, 1);
    const load = startLoad(scene.client);
    await delay(500);
    proxy?.stall(true);
    await delay(context.full ? 60_000 : 12_000);
    proxy?.stall(false);
    const back = await waitUntilHealthy(scene);
    const { asked, created } = await load.stop();
    const failed = assertOnlyUnavailable(asked);
    const longest = Math.max(...asked.flatMap(({ times }) => times));
    context.expectBar(longest <= requestBarMs + 500, `a request took ${seconds(longest)}`);
    assert(failed > 0, 'no request noticed');
    context.expectBar(back <= recoveryBarMs, `healthy again only after ${seconds(back)}`);
    assertRunning(scene);
    await waitUntilComplete(scene);
    await assertRuns(scene, created);
    return `${failed} requests got 503, the longest took ${seconds(longest)} (bar 10); healthy ${seconds(back)} after the network was back; ${created.length} runs created, each once; every row has one result`;
  },
};

const idleSessions = 300;

/** Takes every connection that PostgreSQL has left, and every one that becomes free. */
function takeConnections(context: FaultContext, { postgres }: BulkFixture) {
  const held: pg.Client[] = [];
  let isTaking = true;
  const takeOne = async () => {
    while (isTaking) {
      const client = new pg.Client({ connectionString: postgres.url, application_name: 'idle' });
      client.on('error', () => undefined);
      const isConnected = await client.connect().then(
        () => true,
        () => false,
      );
      if (isConnected) return void held.push(client);
      await delay(20);
    }
  };
  const taking = Array.from({ length: idleSessions }, takeOne);
  const release = async () => {
    isTaking = false;
    await Promise.all(taking);
    await Promise.all(held.splice(0).map((client) => client.end()));
  };
  context.cleanup(release);
  return { held, release };
}

export const poolExhausted: Fault = {
  number: 87,
  slow: true,
  title: '300 idle sessions take every connection of the database',
  async run(context) {
    const scene = await beginRun(context, { latencyMs: 300, env, fullRows: 20_000 });
    const { observer, client, apis } = scene;
    await waitUntilCalls(scene, 1);
    const idle = takeConnections(context, scene);
    await waitUntil('the connections to be taken', () => idle.held.length > 100);
    // Whatever the product gives back or loses is taken too.
    await observer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name in ('api', 'jobs')`,
    );
    const load = startLoad(client);
    await delay(context.full ? 30_000 : 6000);
    assert((await fetch(`${(apis[0] as Server).url}/livez`)).ok, '/livez went red');
    const taken = idle.held.length;
    await idle.release();
    const back = await waitUntilHealthy(scene);
    const { asked, created } = await load.stop();
    const failed = assertOnlyUnavailable(asked);
    const longest = Math.max(...asked.flatMap(({ times }) => times));
    context.expectBar(longest <= 6000, `a request took ${seconds(longest)}`);
    assert(failed > 0, 'no request noticed');
    context.expectBar(back <= recoveryBarMs, `healthy again only after ${seconds(back)}`);
    assertRunning(scene);
    await waitUntilComplete(scene);
    await assertRuns(scene, created);
    return `${taken} connections taken; ${failed} requests got 503, the longest took ${seconds(longest)} (bar 6); healthy ${seconds(back)} after they were released; ${created.length} runs created, each once`;
  },
};
