import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listAgentSecrets } from '@warranty/contracts/agents';
import { RequestError } from '@warranty/contracts/core/client';
import { forgetBrowser, readSession } from '@warranty/contracts/session';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { root, type Server, startPostgres, startServer, waitUntil } from '../../harness/processes.ts';
import { type Simulator, startSimulator } from '../../harness/simulator.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { type Installation, install, observe, temporaryFolder } from '../installation.ts';
import { type Monitoring, missingPrograms, startMonitoring } from '../prometheus.ts';

const diskMb = 64;
const megabyte = 1024 * 1024;
const quietMs = 15_000;
/** Longer than a rule waits, plus the ten seconds for which figures of the database are shared. */
const alertTimeoutMs = 60_000;

interface Scene {
  context: FaultContext;
  installation: Installation;
  simulator: Simulator;
  monitoring: Monitoring;
  api: Server;
  worker: Server;
  /** A small disk of its own. */
  dataDir: string;
}

async function mountDisk(context: FaultContext): Promise<string> {
  const dir = join(await temporaryFolder(context), 'disk');
  await mkdir(dir);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', dir]);
  context.cleanup(() => execFileSync('umount', ['--lazy', dir]));
  return dir;
}

async function setUp(context: FaultContext): Promise<Scene> {
  const dataDir = await mountDisk(context);
  const simulator = await startSimulator('open');
  context.cleanup(() => simulator.stop());
  const installation = await install(context, {
    apis: 1,
    workers: 1,
    env: {
      DATA_DIR: dataDir,
      DISK_FLOOR_MB: '16',
      DELL_CLIENT_ID: 'sim-client',
      DELL_CLIENT_SECRET: 'sim-secret',
      DELL_BASE_URL: simulator.url,
      BREAKER_SECONDS: '2',
    },
  });
  const [api] = installation.apis as [Server];
  const [worker] = installation.workers as [Server];
  const monitoring = await startMonitoring(context, { api, worker });
  return { context, installation, simulator, monitoring, api, worker, dataDir };
}

/** Runs until it is stopped. Returns the function that stops it. */
function repeat(work: () => Promise<unknown>): () => Promise<void> {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) await work();
  })();
  return () => {
    stopping.abort();
    return running;
  };
}

/** Begins a fault and returns the function that ends it. */
type Begin = (scene: Scene) => Promise<() => Promise<unknown>>;

const killApi: Begin = async ({ context, installation, api }) => {
  await api.stop('SIGKILL');
  return async () => {
    const [PORT, METRICS_PORT] = [new URL(api.url).port, new URL(api.internalUrl).port];
    const again = await startServer('api', { ...installation.env, PORT, METRICS_PORT });
    context.cleanup(() => again.stop('SIGKILL'));
    Object.assign(api, again);
  };
};

const stopDatabase: Begin = async ({ context, installation }) => {
  await installation.postgres.stop();
  return async () => {
    const again = await startPostgres(installation.dir);
    context.cleanup(() => again.stop());
    installation.observer = await observe(context, again);
  };
};

/** Ten jobs hang in a statement, so the others wait for the worker. They count as an hour old, to save that hour. */
const holdQueue: Begin = async ({ context, installation: { observer, postgres }, api }) => {
  const clients = await Promise.all(Array.from({ length: 12 }, () => createTestClient(api.url)));
  await observer.query('begin');
  await observer.query('lock table retired_usernames in access exclusive mode');
  for (const { call } of clients) await call(forgetBrowser);
  const other = await observe(context, postgres);
  await other.query(`update pgboss.job set start_after = now() - interval '1 hour'
    where name = 'session.erase-user' and state = 'created'`);
  return () => observer.query('commit');
};

const look = ({ call }: TestClient, modelNumber: string): Promise<number> =>
  call(lookupWarranty, { body: { modelNumber, manufacturer: 'Dell' } }).then(
    () => 200,
    (error: unknown) => (error instanceof RequestError ? error.status : 0),
  );

const breakVendor: Begin = async ({ simulator, api }) => {
  await simulator.faults({ serverErrors: { times: -1 } });
  const client = await createTestClient(api.url);
  for (let index = 0; index < 8; index += 1) await look(client, `FA000${index}X`);
  return async () => {
    await simulator.faults({});
    await waitUntil('a lookup to succeed', async () => (await look(client, 'FA0009X')) === 200);
  };
};

const fillDisk: Begin = async ({ dataDir }) => {
  const file = join(dataDir, 'full');
  await writeFile(file, Buffer.alloc((diskMb - 8) * megabyte));
  return () => rm(file);
};

const breakRequests: Begin = async ({ installation: { observer }, api }) => {
  const client = await createTestClient(api.url);
  await observer.query('alter table agent_secrets rename to broken');
  const stop = repeat(async () => {
    await client.call(readSession);
    await client.call(listAgentSecrets).catch(() => undefined);
    await delay(50);
  });
  return async () => {
    await observer.query('alter table broken rename to agent_secrets');
    // Without requests there are no errors either.
    await delay(1000);
    await stop();
  };
};

/** The process stands still again and again, for shorter than a scrape may take. */
const blockLoop: Begin = async ({ api }) =>
  repeat(async () => {
    api.child.kill('SIGSTOP');
    await delay(700);
    api.child.kill('SIGCONT');
    await delay(200);
  });

const faults: [alert: string, begin: Begin][] = [
  ['WarrantyApiDown', killApi],
  ['WarrantyNotReady', stopDatabase],
  ['WarrantyQueueOld', holdQueue],
  ['WarrantyVendorCircuitOpen', breakVendor],
  ['WarrantyDiskLow', fillDisk],
  ['WarrantyErrors', breakRequests],
  ['WarrantyLoopDelayed', blockLoop],
];

/** Begins a fault, waits for its alert, ends the fault and waits until nothing fires. */
async function alertFor(scene: Scene, alert: string, begin: Begin): Promise<number> {
  const { monitoring } = scene;
  const startedAt = performance.now();
  const end = await begin(scene);
  await waitUntil(alert, () => monitoring.firing.has(alert), alertTimeoutMs);
  const took = performance.now() - startedAt;
  await end();
  await waitUntil(`${alert} to be resolved`, () => monitoring.firing.size === 0, alertTimeoutMs);
  return took;
}

/** Every expression of the dashboard is valid. Returns how many there are. */
async function queryDashboard({ query }: Monitoring): Promise<number> {
  const text = await readFile(join(root, 'deploy/grafana/dashboard.json'), 'utf8');
  const { panels } = JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] };
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  for (const expression of expressions)
    await query(expression.replaceAll('$__rate_interval', '10s').replaceAll('$instance', '.*'));
  return expressions.length;
}

export const alerts: Fault = {
  number: 82,
  slow: true,
  isolation: 'exclusive',
  title: 'each fault raises its alert, and only that',
  async run(context) {
    const missing = missingPrograms();
    if (missing.length > 0) return `skipped: ${missing.join(' and ')} not installed`;
    const scene = await setUp(context);
    const { monitoring } = scene;
    await delay(quietMs);
    assert(monitoring.fired.length === 0, `${monitoring.fired.join()} fired without a fault`);
    const measured: string[] = [];
    for (const [alert, begin] of faults) {
      const before = monitoring.fired.length;
      measured.push(`${alert} ${seconds(await alertFor(scene, alert, begin))}`);
      const others = monitoring.fired.slice(before).filter((name) => name !== alert);
      assert(others.length === 0, `${others.join()} fired with ${alert}`);
    }
    const panels = await queryDashboard(monitoring);
    return `${faults.length} faults, ${new Set(monitoring.fired).size} alerts, none otherwise (minutes of the rules are 2 s): ${measured.join(', ')}; ${panels} expressions of the dashboard are valid`;
  },
};
