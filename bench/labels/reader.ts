import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
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

/** The messages of a reader, each preceded by its length. */
async function* messagesOf(output: AsyncIterable<Buffer>): AsyncGenerator<ReaderMessage, undefined> {
  let received = Buffer.alloc(0);
  for await (const chunk of output) {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 4 && received.length >= 4 + received.readUInt32BE()) {
      const end = 4 + received.readUInt32BE();
      yield JSON.parse(received.toString('utf8', 4, end)) as ReaderMessage;
      received = received.subarray(end);
    }
  }
}

/** In the same sandbox as on this system the api's. */
function command(): { file: string; args: string[] } {
  return JSON.parse(spawnSync(process.execPath, [commandProgram], { encoding: 'utf8' }).stdout);
}

export async function startReader(): Promise<BenchReader> {
  const { file, args } = command();
  const child = spawn(file, args, {
    env: environment,
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
  });
  const messages = messagesOf(child.stdio[3] as Readable);
  await messages.next();
  const [pid = 0] = findChildProcesses('reader-child.ts');
  return {
    async read(image) {
      const before = await cpuMs(pid);
      const header = Buffer.alloc(4);
      header.writeUInt32BE(image.length);
      child.stdin?.write(header);
      child.stdin?.write(image);
      const { value } = await messages.next();
      if (!value) throw new Error('the reader ended');
      const { answer } = value;
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
