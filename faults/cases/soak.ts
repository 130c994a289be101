import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from '../../harness/memory.ts';
import { type Pooler, startPooler } from '../../harness/pooler.ts';
import { noQuotas, type Server } from '../../harness/processes.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import { type Installation, killPostgres, observe, restartPostgres, startProcess } from '../installation.ts';
import { type SoakLoad, startSoakLoad } from '../soak-load.ts';
import { installWithVendor, unlimitedLookups } from '../with-vendor.ts';

const slopeBarMbPerMinute = 1;
const poolSize = 20;

interface Scene extends Installation {
  pooler: Pooler;
  poolerPort: number;
}

/** Two api and two worker processes behind a pooler, with a simulated vendor. */
async function setUp(context: FaultContext): Promise<Scene> {
  const pool: { pooler?: Pooler } = {};
  const installation = await installWithVendor(context, {
    apis: 2,
    workers: 2,
    async databaseUrl({ url }) {
      pool.pooler = await startPooler(url, { size: poolSize });
      return pool.pooler.url;
    },
    env: {
      ...unlimitedLookups,
      VENDOR_CALLS_PER_DAY: '1000000000',
      VENDOR_CALLS_PER_DAY_PER_ADDRESS: '1000000000',
      ACCESS_TOKENS_PER_USER: '10000',
      ...noQuotas,
    },
  });
  await installation.simulator.faults({ latencyMs: 200 });
  const { pooler } = pool;
  assert(pooler !== undefined, 'there is no pooler');
  const scene = { ...installation, pooler, poolerPort: Number(new URL(pooler.url).port) };
  context.cleanup(() => scene.pooler.stop());
  return scene;
}

type Kill = (context: FaultContext, scene: Scene) => Promise<void>;

async function replace(
  context: FaultContext,
  role: 'api' | 'worker',
  servers: Server[],
  env: Scene['env'],
): Promise<void> {
  await servers[1]?.stop('SIGKILL');
  servers[1] = await startProcess(context, role, env);
}

/** The first process of each role is never killed: its memory is measured. */
const kills: Record<string, Kill> = {
  api: (context, { apis, env }) => replace(context, 'api', apis, env),
  worker: (context, { workers, env }) => replace(context, 'worker', workers, env),
  async database(context, scene) {
    await killPostgres(scene.postgres);
    scene.postgres = await restartPostgres(context, scene.dir);
  },
  async pooler(_context, scene) {
    await scene.pooler.stop('SIGKILL');
    await delay(randomInt(0, 2000));
    scene.pooler = await startPooler(scene.postgres.url, { size: poolSize, port: scene.poolerPort });
  },
};

/** Kills something every few seconds until the time is up. Returns how often each was killed. */
async function killAtRandom(
  context: FaultContext,
  scene: Scene,
  endsAt: number,
): Promise<Record<string, number>> {
  const names = Object.keys(kills);
  const killed = Object.fromEntries(names.map((name) => [name, 0]));
  while (performance.now() < endsAt) {
    await delay(randomInt(2000, 12_000));
    const name = names[randomInt(names.length)] ?? '';
    await kills[name]?.(context, scene);
    killed[name] = (killed[name] ?? 0) + 1;
  }
  return killed;
}

interface Sample {
  minute: number;
  megabytes: number;
}

/** Samples the memory of a process until stopped. Returns its slope, without the time in which caches fill. */
function sampleMemory(server: Server, warmUpMs: number): { stop(): { last: number; slope: number } } {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  const timer = setInterval(async () => {
    const elapsed = performance.now() - startedAt;
    if (elapsed < warmUpMs) return;
    samples.push({ minute: elapsed / 60_000, megabytes: await memoryOf(server, 'VmRSS') });
  }, 2000);
  return {
    stop() {
      clearInterval(timer);
      return { last: samples.at(-1)?.megabytes ?? 0, slope: slopeOf(samples) };
    },
  };
}

/** Least squares, in megabytes per minute. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const [minute, megabytes] = [mean((sample) => sample.minute), mean((sample) => sample.megabytes)];
  const covariance = mean((sample) => (sample.minute - minute) * (sample.megabytes - megabytes));
  return covariance / mean((sample) => (sample.minute - minute) ** 2);
}

/** Every accepted scan is stored once, of its own agent. */
async function assertScans(context: FaultContext, scene: Scene, { agents }: SoakLoad): Promise<void> {
  const observer = await observe(context, scene.postgres);
  for (const { agentId, scans } of agents) {
    const { rows } = await observer.query<{ stored: number; owners: number }>(
      `select count(*)::int as stored, count(distinct owner)::int as owners
        from agent_discovery_sessions where agent_id = $1`,
      [agentId],
    );
    assert(
      rows[0]?.stored === scans,
      `${agentId}: ${rows[0]?.stored} scans are stored, ${scans} were accepted`,
    );
    assert(rows[0].owners === 1, `${agentId}: the scans have ${rows[0].owners} owners`);
  }
}

export const soak: Fault = {
  number: 103,
  title: 'half an hour of mixed load while api, worker, database and pooler are killed at random',
  slow: true,
  isolation: 'exclusive',
  async run(context) {
    const minutes = context.full ? 30 : 3;
    const scene = await setUp(context);
    const load = await startSoakLoad(scene.apis, scene.dir);
    const warmUpMs = minutes * 60_000 * 0.2;
    const measured = { api: scene.apis[0] as Server, worker: scene.workers[0] as Server };
    const memory = {
      api: sampleMemory(measured.api, warmUpMs),
      worker: sampleMemory(measured.worker, warmUpMs),
    };
    const killed = await killAtRandom(context, scene, performance.now() + minutes * 60_000);
    const [api, worker] = [memory.api.stop(), memory.worker.stop()];
    await load.stop();
    assert(load.violations.length === 0, load.violations.slice(0, 10).join('\n'));
    await assertScans(context, scene, load);
    const { counts } = load;
    const figures = `${minutes} minutes; killed: ${Object.entries(killed)
      .map(([name, times]) => `${name} ${times}`)
      .join(
        ', ',
      )}; ${counts.requests} requests, ${counts.retried} of them sent again; ${counts.runs} runs with ${counts.rows} rows, ${counts.lookups} lookups, ${counts.scans} scans and ${counts.tokens} tokens: 0 lost, 0 doubled, 0 of others`;
    const slopes = `memory of the api ${api.last.toFixed(0)} MB (${api.slope.toFixed(2)} MB a minute), of a worker ${worker.last.toFixed(0)} MB (${worker.slope.toFixed(2)} MB a minute)`;
    if (context.full)
      assert(
        Math.max(api.slope, worker.slope) < slopeBarMbPerMinute,
        `${slopes}; the bar is ${slopeBarMbPerMinute}. ${figures}`,
      );
    return `${figures}; ${slopes}`;
  },
};
