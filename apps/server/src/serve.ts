import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { type Config, isNpmStart, type Role, readConfig } from './config/config.ts';
import { createDeps, type Deps } from './deps.ts';
import { refuseEarlierVersion } from './platform/db/earlier-version.ts';
import { type ReachedDatabase, reachDatabase } from './platform/db/reach-database.ts';
import { waitForMigrations } from './platform/db/wait-for-migrations.ts';
import { takeFileLock } from './platform/file-lock.ts';
import { listenInternally } from './platform/http/internal.ts';
import { answerNotReady } from './platform/http/not-ready.ts';
import { createLog, type Log } from './platform/log.ts';
import { lowerPriority } from './platform/lower-priority.ts';
import { startCluster } from './platform/postgres/cluster.ts';
import { onStopRequest, stopSignals } from './platform/stop-request.ts';
import { startSimulator } from './simulator.ts';

/** On the same machine, requests go first. */
const workerPriority = 5;

/** Stops one part. Parts are stopped in reverse order of their start. */
type Stopper = () => Promise<unknown>;

/** Runs the product in one of its roles until it is stopped. */
export async function serve(role: Role): Promise<void> {
  if (role === 'worker') lowerPriority(workerPriority);
  const config = readConfig(role);
  const human = role === 'all' && process.stdout.isTTY === true;
  const log = createLog({ level: human ? 'warn' : config.logLevel, role, human });
  const stoppers: Stopper[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopAll(stoppers, log);
    return stopping;
  };
  const uninstall = stopOnRequest(config, log, stop);
  try {
    if (role === 'all' && !(await holdDataFolder(config, stoppers))) {
      uninstall();
      return;
    }
    const databaseUrl = config.databaseUrl ?? (await startOwnPostgres(config, log, stoppers));
    const database = await reachDatabase(
      { url: databaseUrl, directUrl: config.databaseDirectUrl },
      { migrationsDir: config.migrationsDir, migrates: config.migrateAtStart, log },
    );
    if (!config.migrateAtStart) await waitUntilMigrated(role, config, { ...database, log });
    const simulator = config.demo ? await startSimulator(config, log, stoppers) : null;
    const deps = await createDeps(config, { database, simulator, worker: role !== 'api' }, log);
    stoppers.push(deps.close);
    await startRole(role, config, deps, stoppers);
    await startInternal(config, deps, stoppers);
  } catch (error) {
    uninstall();
    await stop();
    throw error;
  }
}

/** Until then, health checks are answered where they will be later. */
async function waitUntilMigrated(
  role: Role,
  { host, port, metrics, migrationsDir }: Config,
  database: ReachedDatabase & { log: Log },
): Promise<void> {
  const places = [...(role === 'worker' ? [] : [{ host, port }]), ...(metrics ? [metrics] : [])];
  await waitForMigrations({
    ...database,
    migrationsDir,
    onPending: () => answerNotReady(places, 'migrations are pending'),
  });
}

/** Stops at a signal or an error, and ends at once at a second signal: others take over the jobs that are then left. */
function stopOnRequest({ drainSeconds, stopSeconds }: Config, log: Log, stop: Stopper): () => void {
  const grace = closeWithGrace(
    { delay: (drainSeconds + stopSeconds + 5) * 1000, logger: false, skip: [...stopSignals] },
    async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'stopping after an error');
      else if (signal) log.info({ signal }, 'stopping');
      await stop();
    },
  );
  const endWaiting = onStopRequest(isNpmStart(), {
    stop(reason) {
      log.info({ reason }, 'stopping');
      void grace.close();
    },
    force(reason) {
      log.warn({ reason }, 'ended before everything had stopped');
      process.exit(1);
    },
  });
  return () => {
    endWaiting();
    grace.uninstall();
  };
}

async function stopAll(stoppers: Stopper[], log: Log): Promise<void> {
  for (let stopper = stoppers.pop(); stopper; stopper = stoppers.pop()) {
    // A part that fails to stop must not keep the others running.
    await stopper().catch((err: unknown) => log.error({ err }, 'a part did not stop cleanly'));
  }
  log.info('stopped');
}

/** Returns false, with a message to the user, if the product is already running on this data. */
async function holdDataFolder(config: Config, stoppers: Stopper[]): Promise<boolean> {
  const lock = await takeFileLock(join(config.dataDir, 'running.json'), config.publicUrl);
  if (lock.held) {
    stoppers.push(lock.release);
    return true;
  }
  const { about: url, pid } = lock.holder;
  say(
    `IT Warranty Lookup is already running at ${url} (process ${pid}).\nStop it first, or set DATA_DIR and PORT to run a second instance.`,
  );
  return false;
}

async function startOwnPostgres(config: Config, log: Log, stoppers: Stopper[]): Promise<string> {
  const { dataDir, migrationsDir } = config;
  const inspect = (url: string, folder: string) => refuseEarlierVersion(url, migrationsDir, folder);
  const cluster = await startCluster({ dataDir, durable: true, inspect, log });
  stoppers.push(cluster.stop);
  // If this process ends before its parts have stopped.
  process.once('exit', cluster.requestStop);
  return cluster.url;
}

async function startRole(role: Role, config: Config, deps: Deps, stoppers: Stopper[]): Promise<void> {
  if (role !== 'api') {
    await deps.jobs.work();
    await deps.jobs.schedule();
  }
  if (role !== 'worker') {
    for (const feature of deps.features) await feature.start?.();
    const app = await buildApp(config, deps);
    await app.listen({ host: config.host, port: config.port });
    stoppers.push(() => app.close());
  }
  // Report not ready first and wait, so that a load balancer stops sending traffic before the server closes.
  stoppers.push(async () => {
    deps.readiness.drain();
    await delay(config.drainSeconds * 1000);
  });
  deps.log.info({ url: config.publicUrl, port: config.port }, `${role} runs`);
  if (role === 'all') announce(config);
}

async function startInternal(config: Config, deps: Deps, stoppers: Stopper[]): Promise<void> {
  if (!config.metrics) return;
  const { host, port, required } = config.metrics;
  try {
    const server = await listenInternally({ host, port, ...deps });
    // Stopped last, so that health and metrics are available until the end.
    stoppers.unshift(() => new Promise((resolve) => server.close(resolve)));
  } catch (err) {
    if (required) throw err;
    deps.log.warn({ err }, `metrics disabled: port ${port} is in use; set METRICS_PORT to another port`);
  }
}

function announce(config: Config): void {
  say(`IT Warranty Lookup is ready at ${config.publicUrl}`);
  if (config.demo) say('Demo mode: results come from sample data.');
  say('Press Ctrl-C to stop.');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
