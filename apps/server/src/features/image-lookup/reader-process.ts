import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReceivedFile } from '../../platform/http/received-file.ts';
import { residentBytes } from '../../platform/process-memory.ts';
import { headerOf, type ReaderMessage, type ReadResult } from './reader-messages.ts';

const program = fileURLToPath(new URL('./reader-child.ts', import.meta.url));
/** It may read files and load its libraries, and nothing else: no file is written and no program started. */
const permissions = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-addons',
  '--disable-warning=SecurityWarning',
];
const memoryCheckMs = 250;
const maxStderrChars = 2000;

/** Why a reader is no more. */
export type ReaderExitReason = 'time' | 'memory' | 'crash' | 'idle' | 'stop';

export class ReaderExitError extends Error {
  readonly reason: ReaderExitReason;
  /** It had never been able to begin. */
  readonly atStart: boolean;

  constructor(reason: ReaderExitReason, atStart: boolean, stderrText: string) {
    super(`the label reader ended (${reason})${stderrText ? `: ${stderrText}` : ''}`);
    this.name = 'ReaderExitError';
    this.reason = reason;
    this.atStart = atStart;
  }
}

export interface ReaderLimits {
  secondsPerImage: number;
  maxMemoryBytes: number;
}

export interface ReaderProcess {
  /** One photo at a time. Rejects with ReaderExitError when the process is lost over it. */
  read(photo: ReceivedFile): Promise<ReadResult>;
  end(reason: ReaderExitReason): void;
  /** It is ending, or has ended. */
  hasExited(): boolean;
  /** With the last of what it complained about. */
  readonly ended: Promise<{ reason: ReaderExitReason; stderrText: string }>;
}

/**
 * Nothing of our own environment. Left alone, the C library keeps an arena per thread and never gives back what a large
 * photo took: together they were a third of the reader's memory.
 */
const environment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(32 * 1024 * 1024),
  UV_THREADPOOL_SIZE: '1',
};

function launch(): ChildProcess {
  const child = fork(program, [], {
    env: environment,
    execArgv: permissions,
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  // A reader that is lost in the middle of a photo is noticed by its end.
  child.stdin?.on('error', () => undefined);
  return child;
}

export function startReaderProcess({ secondsPerImage, maxMemoryBytes }: ReaderLimits): ReaderProcess {
  const child = launch();
  let waiting: PromiseWithResolvers<ReaderMessage> | null = null;
  let startedAt = false;
  let reason: ReaderExitReason | null = null;
  let stderrText = '';
  const ended = Promise.withResolvers<{ reason: ReaderExitReason; stderrText: string }>();

  function over(): void {
    reason ??= 'crash';
    waiting?.reject(new ReaderExitError(reason, !startedAt, stderrText));
    ended.resolve({ reason, stderrText });
  }

  function end(because: ReaderExitReason): void {
    reason ??= because;
    child.kill('SIGKILL');
  }

  child.on('message', (message) => waiting?.resolve(message as ReaderMessage));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderrText = (stderrText + text).slice(-maxStderrChars);
  });
  child.once('close', over);
  child.once('error', over);

  /** The next thing it says, unless its time or memory is up first. */
  async function next(): Promise<ReaderMessage> {
    if (reason) throw new ReaderExitError(reason, !startedAt, stderrText);
    waiting = Promise.withResolvers();
    const clock = setTimeout(() => end('time'), secondsPerImage * 1000);
    const scale = setInterval(async () => {
      const held = await residentBytes(child.pid ?? 0);
      if (held !== null && held > maxMemoryBytes) end('memory');
    }, memoryCheckMs);
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(clock);
      clearInterval(scale);
      waiting = null;
    }
  }

  const ready = next();
  ready.then(
    () => {
      startedAt = true;
    },
    () => undefined,
  );

  return {
    ended: ended.promise,
    end,
    hasExited: () => reason !== null,
    async read(photo) {
      await ready;
      const message = next();
      child.stdin?.write(headerOf(photo.length));
      for (const segment of photo.segments) child.stdin?.write(segment);
      child.stdin?.write('', () => photo.free());
      const spoken = await message;
      if (spoken.kind !== 'answer') throw new Error('the label reader said something out of turn');
      if (spoken.memory > maxMemoryBytes) end('memory');
      return spoken.answer;
    },
  };
}
