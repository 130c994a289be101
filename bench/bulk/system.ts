import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noQuotas, type Server, startQuiet } from '../../harness/processes.ts';
import { startParts } from '../parts.ts';

const bench = dirname(dirname(fileURLToPath(import.meta.url)));

/** The product in a multi-process setup: an api process, two workers, PostgreSQL with fsync, and the simulated vendor. */
export type System = Awaited<ReturnType<typeof startSystem>>;

export async function startSystem(tree: string) {
  const parts = await startParts({
    env: {
      ...noQuotas,
      DELL_CALLS_PER_SECOND: '1000',
      VENDOR_CALLS_PER_DAY: '1000000',
      VENDOR_CALLS_PER_DAY_PER_ADDRESS: '1000000',
      LOG_LEVEL: 'warn',
    },
  });
  const { folder, postgres, simulator } = parts;
  const env = { DATA_DIR: folder };
  const api = await parts.start(tree, env);
  const workers = await Promise.all([1, 2].map(() => parts.start(tree, env, 'worker')));
  return {
    folder,
    postgres,
    simulator,
    observer: await parts.connect(),
    api,
    servers: [
      { name: 'api', server: api },
      ...workers.map((server, index) => ({ name: `worker ${index + 1}`, server })),
    ],
    async stop() {
      // Nothing more is read from them, so they need no graceful stop.
      await Promise.all([api, ...workers].map((server) => server.stop('SIGKILL')));
      await parts.stop();
    },
  };
}

/** Peak memory of a process, in MB. */
export async function peakMemory({ pid }: Server): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6;
}

export interface IdleProcess {
  /** Stops the process and returns the 99th percentile of its event loop delay in ms. */
  stop(): Promise<number>;
}

/** An idle process as a reference: the event loop delay that this machine causes by itself. */
export function startIdleProcess(): IdleProcess {
  const program = startQuiet(process.execPath, [
    ...['--import', join(bench, 'event-loop-probe.ts'), '-e', 'setInterval(() => {}, 60_000)'],
  ]);
  return {
    async stop() {
      await program.stop();
      return (JSON.parse(program.lines.at(-1) ?? '{}') as { loopDelay: number }).loopDelay;
    },
  };
}
