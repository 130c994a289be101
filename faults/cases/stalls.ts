import { setTimeout as delay } from 'node:timers/promises';
import { createBulkRun } from '@warranty/contracts/bulk-lookup';
import { readSession } from '@warranty/contracts/session';
import { fleetMapping } from '../../harness/fleet.ts';
import { memoryOf } from '../../harness/memory.ts';
import { readMetric } from '../../harness/metrics.ts';
import { freePort, noQuotas, waitUntil } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { install, observe, startProcess } from '../installation.ts';
import { keepAsking, p99Of, stopUnfailed } from '../keep-asking.ts';
import { assertExtraCalls, beginRun, waitUntilCalls, waitUntilComplete } from './bulk-fixture.ts';

const stallMs = 3000;

interface Evaluation {
  /** Runs a loop that blocks the event loop of the process. */
  block(): void;
}

/** Connects to the inspector of a process, which is the only way to make a real process busy from outside. */
async function inspect(context: FaultContext, port: number): Promise<Evaluation> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  context.cleanup(() => socket.close());
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const expression = `for (const end = Date.now() + ${stallMs}; Date.now() < end; );`;
  return {
    block: () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } })),
  };
}

async function startInspected(context: FaultContext, role: 'api' | 'worker', env: Record<string, string>) {
  const port = await freePort();
  const server = await startProcess(context, role, {
    ...env,
    MAX_LOOP_DELAY_MS: '1000',
    NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
  });
  return { server, ...(await inspect(context, port)) };
}

export const loopStalled: Fault = {
  number: 90,
  slow: true,
  title: 'the event loop of an api and of a worker is blocked for three seconds',
  async run(context) {
    const scene = await beginRun(context, {
      apis: 1,
      workers: 0,
      latencyMs: 300,
      rows: 2000,
      fullRows: 20_000,
    });
    const [api, worker] = await Promise.all([
      startInspected(context, 'api', scene.env),
      startInspected(context, 'worker', scene.env),
    ]);
    await waitUntilCalls(scene, 1);
    const { url } = api.server;
    api.block();
    worker.block();
    await delay(stallMs / 2);
    const startedAt = performance.now();
    const [live, ...replies] = await Promise.all([
      fetch(`${url}/livez`),
      ...Array.from({ length: 40 }, () =>
        fetch(url + readSession.path, { headers: { cookie: scene.client.cookie } }),
      ),
    ]);
    const waited = performance.now() - startedAt;
    assert(live.ok, `/livez returned ${live.status}`);
    const isShed = ({ status, headers }: Response) => status === 503 && headers.has('retry-after');
    const shed = replies.filter(isShed).length;
    const answered = replies.filter(({ status }) => status === 200).length;
    assert(shed + answered === replies.length, 'a request got another status');
    assert(shed > 0, 'no request was shed');
    let shedLater = 0;
    const back = await waitUntil('requests to succeed', async () => {
      const reply = await fetch(url + readSession.path, { headers: { cookie: scene.client.cookie } });
      if (isShed(reply)) shedLater += 1;
      return reply.ok;
    });
    context.expectBar(back <= 1000, `requests succeeded only ${seconds(back)} after the stall`);
    const counted = await readMetric(api.server, 'warranty_requests_shed_total');
    assert(
      counted === shed + shedLater,
      `the metric counts ${counted} shed requests, not ${shed + shedLater}`,
    );
    await waitUntilComplete(scene);
    await assertExtraCalls(scene);
    return `/livez answered ${seconds(waited)} into the rest of the stall, ${shed} of ${replies.length} requests shed, normal ${seconds(back)} later; the worker kept its jobs, 0 extra calls`;
  },
};

export const logUnread: Fault = {
  number: 91,
  slow: true,
  isolation: 'quiet',
  title: 'a process whose log is not read goes on answering',
  async run(context) {
    const { api } = await install(context, { apis: 1 });
    const client = await createTestClient(api.url);
    const askFor = async (ms: number) => {
      const asking = Array.from({ length: 8 }, () => keepAsking(() => client.call(readSession), 1));
      await delay(ms);
      return (await stopUnfailed(asking)).times;
    };
    await askFor(500);
    const before = await askFor(2000);
    const memory = await memoryOf(api, 'VmRSS');
    api.child.stdout?.pause();
    const unread = await askFor(context.full ? 60_000 : 5000);
    const grown = (await memoryOf(api, 'VmRSS')) - memory;
    const [p99, p99Before] = [p99Of(unread), p99Of(before)];
    context.expectBar(
      p99 <= 2 * p99Before + 50,
      `p99 was ${p99.toFixed(0)} ms, before ${p99Before.toFixed(0)}`,
    );
    assert(grown < 100, `the memory grew by ${grown.toFixed(0)} MB`);
    const startedAt = performance.now();
    const code = await api.stop('SIGTERM');
    const stopped = performance.now() - startedAt;
    assert(code === 0, `exited with ${code}`);
    context.expectBar(stopped < 10_000, `took ${seconds(stopped)} to stop`);
    return `${unread.length} requests, p99 ${p99.toFixed(0)} ms (before ${p99Before.toFixed(0)}), memory +${grown.toFixed(0)} MB, stopped in ${seconds(stopped)}`;
  },
};

const commitDelayMs = 100;

export const slowCommits: Fault = {
  number: 92,
  slow: true,
  isolation: 'quiet',
  title: 'every commit of the database takes 100 ms longer',
  async run(context) {
    const scene = await beginRun(context, {
      latencyMs: 200,
      rows: 3000,
      fullRows: 20_000,
      env: { ...noQuotas, DISK_FLOOR_MB: '0' },
    });
    const { client, observer } = scene;
    await waitUntilCalls(scene, 1);
    const admin = await observe(context, { ...scene.postgres, url: scene.postgres.adminUrl });
    await admin.query(`alter system set commit_delay = ${commitDelayMs * 1000}`);
    await admin.query('alter system set commit_siblings = 0');
    await admin.query('select pg_reload_conf()');
    const reading = Array.from({ length: 4 }, () => keepAsking(() => client.call(readSession)));
    const writing = Array.from({ length: 4 }, () =>
      keepAsking(
        () => client.call(createBulkRun, { body: { fieldMapping: fleetMapping, fillBlankFields: true } }),
        1,
      ),
    );
    let deepest = 0;
    for (const end = Date.now() + (context.full ? 30_000 : 5000); Date.now() < end; await delay(200)) {
      const { rows } = await observer.query<{ count: number }>(
        `select count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active')`,
      );
      deepest = Math.max(deepest, rows[0]?.count ?? 0);
    }
    const { p99: readP99 } = await stopUnfailed(reading);
    const { times: writeTimes } = await stopUnfailed(writing);
    const fastest = Math.min(...writeTimes);
    assert(fastest >= commitDelayMs, `a write took only ${fastest.toFixed(0)} ms`);
    // Without --full, other cases run at the same time.
    assert(!context.full || readP99 < 500, `p99 of the reads was ${readP99.toFixed(0)} ms`);
    const took = await waitUntilComplete(scene);
    await assertExtraCalls(scene);
    assert(deepest <= 200, `${deepest} jobs were queued`);
    return `${writeTimes.length} writes, the fastest ${fastest.toFixed(0)} ms, p99 ${p99Of(writeTimes).toFixed(0)} ms; p99 of the reads ${readP99.toFixed(0)} ms; at most ${deepest} jobs queued; run complete after ${seconds(took)}, 0 extra calls`;
  },
};
