import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabelReading } from '@warranty/contracts/image-lookup';
import { findChildProcesses } from '../../harness/child-processes.ts';
import { root } from '../../harness/processes.ts';

const commandProgram = join(root, 'apps/server/test/reader-command.ts');

/** /proc counts CPU time in hundredths of a second on every Linux. */
const msPerTick = 10;

interface ReaderMessage {
  answer?: { kind: string; reading?: LabelReading; error?: string };
}

export interface ReadImage {
  /** Null if the file was rejected. */
  reading: LabelReading | null;
  cpuMs: number;
}

/** The product's own reader, started as the api does, with its CPU time and memory. */
export interface BenchReader {
  read(image: Uint8Array): Promise<ReadImage>;
  /** Peak memory in MB. */
  peakMemory(): Promise<number>;
  stop(): Promise<void>;
}

async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** Same environment as in the api (reader-process.ts). */
const environment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(32 * 1024 * 1024),
  UV_THREADPOOL_SIZE: '1',
};

/** In the same sandbox as on this system the api's. */
function command(): { file: string; args: string[] } {
  return JSON.parse(spawnSync(process.execPath, [commandProgram], { encoding: 'utf8' }).stdout);
}

export async function startReader(): Promise<BenchReader> {
  const { file, args } = command();
  const child = spawn(file, args, {
    env: environment,
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  await once(child, 'message');
  const [pid = 0] = findChildProcesses('reader-child.ts');
  return {
    async read(image) {
      const before = await cpuMs(pid);
      const header = Buffer.alloc(4);
      header.writeUInt32BE(image.length);
      const said = once(child, 'message');
      child.stdin?.write(header);
      child.stdin?.write(image);
      const [{ answer }] = (await said) as [ReaderMessage];
      if (answer?.kind === 'failed') throw new Error(answer.error);
      return { reading: answer?.reading ?? null, cpuMs: (await cpuMs(pid)) - before };
    },
    async peakMemory() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
