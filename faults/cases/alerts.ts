import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listAgentSecrets } from '@warranty/contracts/agents';
import { RequestError } from '@warranty/contracts/core/client';
import { forgetBrowser, readSession } from '@warranty/contracts/session';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { root, type Server, waitUntil } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { observe, restartPostgres, startProcess, temporaryFolder } from '../installation.ts';
import { keepDoing } from '../keep-asking.ts';
import { type Monitoring, missingPrograms, startMonitoring } from '../prometheus.ts';
import { type InstallationWithVendor, installWithVendor } from '../with-vendor.ts';

const diskMb = 64;
const megabyte = 1024 * 1024;
const quietMs = 15_000;
/** Longer than a rule waits, plus the ten seconds for which figures of the database are shared. */
const alertTimeoutMs = 60_000;

interface Scene extends InstallationWithVendor {
  context: FaultContext;
  monitoring: Monitoring;
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
  const installation = await installWithVendor(context, {
    workers: 1,
    env: { DATA_DIR: dataDir, DISK_FLOOR_MB: '16', BREAKER_SECONDS: '2' },
  });
  const [worker] = installation.workers as [Server];
  const monitoring = await startMonitoring(context, { api: installation.api, worker });
  return { ...installation, context, monitoring, worker, dataDir };
}

/** Begins a fault and returns the function that ends it. */
type Begin = (scene: Scene) => Promise<() => Promise<unknown>>;

const killApi: Begin = async ({ context, env, api }) => {
  await api.stop('SIGKILL');
  return async () => {
    const [PORT, METRICS_PORT] = [new URL(api.url).port, new URL(api.internalUrl).port];
    Object.assign(api, await startProcess(context, 'api', { ...env, PORT, METRICS_PORT }));
  };
};

const stopDatabase: Begin = async (scene) => {
  await scene.postgres.stop();
  return async () => {
    scene.observer = await observe(scene.context, await restartPostgres(scene.context, scene.dir));
  };
};

/** Ten jobs hang in a statement, so the others wait for the worker. They count as an hour old, to save that hour. */
const holdQueue: Begin = async ({ context, observer, postgres, api }) => {
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

const breakRequests: Begin = async ({ observer, api }) => {
  const client = await createTestClient(api.url);
  await observer.query('alter table agent_secrets rename to broken');
  const stop = keepDoing(async () => {
    await client.call(readSession);
    await client.call(listAgentSecrets).catch(() => undefined);
  }, 50);
  return async () => {
    await observer.query('alter table broken rename to agent_secrets');
    // Without requests there are no errors either.
    await delay(1000);
    await stop();
  };
};

/** The process stands still again and again, for shorter than a scrape may take. */
const blockLoop: Begin = async ({ api }) =>
  keepDoing(async () => {
    api.child.kill('SIGSTOP');
    await delay(700);
    api.child.kill('SIGCONT');
  }, 200);

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
