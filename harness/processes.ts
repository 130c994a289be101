import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Same flags as `npm start`. */
const engineFlags = ['--max-semi-space-size=24'];
/** How long to wait for something that must happen; not a bar, so long enough for a machine under load. */
const patienceMs = 300_000;
export const serverProgram = join(root, 'apps/server/src/main.ts');

/** One of our programs, started as an operator would start it. Its output is stored line by line. */
export interface Program {
  child: ChildProcess;
  pid: number;
  lines: string[];
  /** Waits for a matching line of output. Throws if the program ends or the time is up. */
  waitForLine(fits: (waitForLine: string) => boolean, timeoutMs?: number): Promise<string>;
  ended(): Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a program and discards its output, for measurements: reading it would take CPU time from what is measured. */
export function startQuiet(program: string, args: string[], options: StartOptions = {}): Program {
  return start('sh', ['-c', 'exec "$@" > /dev/null', 'sh', program, ...args], options);
}

export interface StartOptions {
  env?: Record<string, string>;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Starts a separate process group, so that it can be signaled as a terminal would. */
  group?: boolean;
}

/** Killed by pid when the harness exits for any reason. */
const live = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of live) child.kill('SIGKILL');
});

/** A third of a process's startup is compiling code that the previous process already compiled. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, '.cache/compiled') };

export function start(program: string, args: string[], options: StartOptions = {}): Program {
  const { env, cwd = root, uid, gid, group = false } = options;
  const child = spawn(program, args, {
    cwd,
    env: { ...compileCache, ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: group,
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  live.add(child);
  child.once('exit', () => live.delete(child));
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  // The last lines may arrive after the process has exited.
  let isClosed = false;
  child.once('close', () => {
    isClosed = true;
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (waitForLine) => {
      lines.push(waitForLine);
      for (const watcher of watchers) watcher();
    });
  }
  const ended = async () =>
    child.exitCode !== null || child.signalCode !== null ? child.exitCode : exitCode(child);
  return {
    child,
    pid: child.pid ?? 0,
    lines,
    async waitForLine(fits, timeoutMs = patienceMs) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const found = lines.find(fits);
        if (found !== undefined) return found;
        if (isClosed || Date.now() > deadline) {
          throw new Error(
            `${program} ${args.join(' ')} ${isClosed ? 'ended' : 'timed out'}:\n${lines.slice(-20).join('\n')}`,
          );
        }
        await new Promise<void>((resolve) => {
          const done = () => {
            watchers.delete(done);
            clearTimeout(timer);
            resolve();
          };
          const timer = setTimeout(done, 100);
          watchers.add(done);
        });
      }
    },
    ended,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended();
    },
  };
}

/** Kills a program and all its child processes, if they are still running. */
export function killGroup({ pid }: Program): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Adds the last output of the program to an error. */
export async function withOutput<T>({ lines }: Program, work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    throw new Error(`the last output of the program was:\n${lines.slice(-20).join('\n')}`, { cause });
  });
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

export interface Postgres extends Program {
  url: string;
  /** As the superuser. */
  adminUrl: string;
  serverPid: number;
}

/** Another PostgreSQL than the bundled one, for all that is started: a directory with its `bin`. */
export const postgresBinaries = () => process.env.HARNESS_POSTGRES;

/** Starts the PostgreSQL that the product ships with; `fast` trades durability for speed. */
export async function startPostgres(dir: string, { fast = false } = {}): Promise<Postgres> {
  const binaries = postgresBinaries();
  const program = start(process.execPath, [
    serverProgram,
    'postgres',
    '--dir',
    dir,
    ...(fast ? ['--fast'] : []),
    ...(binaries ? ['--binaries', binaries] : []),
  ]);
  const first = await program.waitForLine((waitForLine) => waitForLine.startsWith('{"url"'));
  const { url, adminUrl, pid } = JSON.parse(first) as { url: string; adminUrl: string; pid: number };
  return { ...program, url, adminUrl, serverPid: pid };
}

/** Not a secret: the key all harness installations share, so that several processes can unseal each other's values. */
export const harnessMasterKey = Buffer.alloc(32, 'harness master key').toString('base64');

/** High enough that no request of a test or measurement is rejected by a quota. */
export const noQuotas = {
  BULK_LIVE_RUNS: '1000',
  BULK_STORED_RUNS: '100000',
  BULK_STORED_ROWS: '1000000000',
  BULK_STORED_MB: '1000000',
  BULK_RUNS_PER_DAY_PER_ADDRESS: '1000000',
  BULK_ROWS_PER_DAY_PER_ADDRESS: '1000000000000',
  BULK_MB_PER_DAY_PER_ADDRESS: '1000000000',
  AGENT_SCANS_PER_MINUTE: '1000000',
  AGENT_STORED_SCANS: '100000000',
  AGENT_STORED_DEVICES: '1000000000',
  AGENT_DEVICES_PER_DAY_PER_ADDRESS: '1000000000000',
};

/** One client of a measurement sends more than any visitor. */
export const unlimited = {
  NEW_SESSIONS_PER_HOUR: '1000000',
  REQUESTS_PER_SECOND: '1000000',
  REQUESTS_PER_SECOND_PER_ADDRESS: '1000000',
  CONNECTIONS_PER_ADDRESS: '100000',
  // A machine under load delays any process. Cases about shedding set it themselves.
  MAX_LOOP_DELAY_MS: '60000',
};

export interface Server extends Program {
  url: string;
  internalUrl: string;
}

interface ServerOptions {
  /** Keeps no output. */
  quiet?: boolean;
  /** The checkout of another version. */
  tree?: string;
  /** A module to load before the program. */
  preload?: string;
}

/** Starts one process of the product in a role and waits until it is ready. */
export async function startServer(
  role: 'api' | 'worker' | 'all',
  env: Record<string, string>,
  { quiet = false, tree = root, preload }: ServerOptions = {},
): Promise<Server> {
  const [port, metricsPort] = [
    env.PORT ?? String(await freePort()),
    env.METRICS_PORT ?? String(await freePort()),
  ];
  const main = join(tree, 'apps/server/src/main.ts');
  const flags = preload ? [...engineFlags, '--import', preload] : engineFlags;
  const program = (quiet ? startQuiet : start)(process.execPath, [...flags, main, role], {
    cwd: tree,
    env: {
      ...unlimited,
      SECRETS_KEY: harnessMasterKey,
      ...env,
      PORT: port,
      METRICS_PORT: metricsPort,
    },
  });
  const server = {
    ...program,
    url: `http://localhost:${port}`,
    internalUrl: `http://127.0.0.1:${metricsPort}`,
  };
  const isReady = async () => {
    if (program.child.exitCode !== null) throw new Error(program.lines.join('\n'));
    return (await fetch(`${server.internalUrl}/readyz`)).ok;
  };
  await withOutput(program, waitUntil(`${role} to be ready`, isReady));
  return server;
}

const handedOutPorts = new Set<number>();

/**
 * Returns a free port below the ephemeral range: a port in that range could be taken by any outgoing connection before the
 * program listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    if (handedOutPorts.has(port) || !(await canListen(port))) continue;
    handedOutPorts.add(port);
    return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Polls until the check returns true; an error counts as false until the timeout. Returns the time it took. */
export async function waitUntil(
  what: string,
  check: () => Promise<boolean> | boolean,
  timeoutMs = patienceMs,
): Promise<number> {
  const startedAt = performance.now();
  let last: unknown;
  for (;;) {
    try {
      if (await check()) return performance.now() - startedAt;
    } catch (error) {
      last = error;
    }
    if (performance.now() - startedAt > timeoutMs) {
      throw new Error(`timed out after ${timeoutMs / 1000} s waiting for ${what}`, { cause: last });
    }
    await delay(50);
  }
}
