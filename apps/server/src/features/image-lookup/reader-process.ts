import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { SentFile } from '../../platform/http/bodies/received-file.ts';
import { residentBytesOfTree } from '../../platform/process-memory.ts';
import { type CommandLine, commandIn, type Sandbox } from '../../platform/sandbox/sandbox.ts';
import { readerFiles } from './reader-files.ts';
import { headerOf, messagesFd } from './reader-messages.ts';
import { type ReaderMessage, type ReadResult, readReplies } from './reader-replies.ts';

const program = fileURLToPath(new URL('./reader-child.ts', import.meta.url));
/**
 * The process may read its own files and load its libraries, but not write files or start programs. Node enforces this for
 * JavaScript only; the sandbox also stops native code.
 */
const permissions = ['--permission', '--allow-addons', '--disable-warning=SecurityWarning'];
const memoryCheckMs = 250;
const maxStderrChars = 2000;
/** Of one reader. A library that warns about every photo does not write this much before the reader is idle. */
const maxStderrBytes = 1024 * 1024;

/** Why a reader process exited. */
export type ReaderExitReason = 'time' | 'memory' | 'crash' | 'idle' | 'stop';

export class ReaderExitError extends Error {
  readonly reason: ReaderExitReason;
  /** The process exited before it was ready. */
  readonly atStart: boolean;

  constructor(reason: ReaderExitReason, atStart: boolean, stderrText: string) {
    super(`the label reader ended (${reason})${stderrText ? `: ${stderrText}` : ''}`);
    this.name = 'ReaderExitError';
    this.reason = reason;
    this.atStart = atStart;
  }
}

type MessageOf<K> = Extract<ReaderMessage, { kind: K }>;

/** The only message that the reader may send now. */
interface Expected extends Pick<PromiseWithResolvers<ReaderMessage>, 'resolve' | 'reject'> {
  kind: ReaderMessage['kind'];
}

export interface ReaderLimits {
  secondsPerImage: number;
  maxMemoryBytes: number;
}

export type ReaderProcess = ReturnType<typeof startReaderProcess>;

/**
 * Passes none of our own environment variables. By default the C library keeps an arena per thread and never releases what
 * a large photo took, which was a third of the reader's memory.
 */
const environment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(32 * 1024 * 1024),
  UV_THREADPOOL_SIZE: '1',
};

const isWindows = process.platform === 'win32';

/** The command that starts a reader, or another program in its place. */
export function readerCommand(sandbox: Sandbox, file = process.execPath): CommandLine {
  const readable = readerFiles();
  const args = [...permissions, ...readable.map((path) => `--allow-fs-read=${path}`), program];
  return commandIn(sandbox, { file, args, readable });
}

function launch({ file, args }: CommandLine): ChildProcess {
  const child = spawn(file, args, {
    env: environment,
    // The last one is `messagesFd`.
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    // A process group, which `end` can kill as a whole.
    detached: !isWindows,
  });
  // A reader that dies during a photo is detected by its exit.
  child.stdin?.on('error', () => undefined);
  return child;
}

/** The programs of the sandbox too: one that is not ready yet to die with its parent would keep the reader's pipes open. */
function killGroup(child: ChildProcess): void {
  if (isWindows || child.pid === undefined) child.kill('SIGKILL');
  else if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
}

export function startReaderProcess(
  { secondsPerImage, maxMemoryBytes }: ReaderLimits,
  sandbox: Sandbox,
  command = readerCommand(sandbox),
) {
  const child = launch(command);
  let waiting: Expected | null = null;
  let startedAt = false;
  let reason: ReaderExitReason | null = null;
  let stderrText = '';
  let stderrBytes = 0;
  const ended = Promise.withResolvers<{ reason: ReaderExitReason; stderrText: string }>();

  function over(): void {
    reason ??= 'crash';
    waiting?.reject(new ReaderExitError(reason, !startedAt, stderrText));
    ended.resolve({ reason, stderrText });
  }

  function end(because: ReaderExitReason): void {
    reason ??= because;
    killGroup(child);
  }

  /** The reader does what ours never does: a photo may have taken it over. */
  function endIntruder(what: string): void {
    child.stderr?.destroy();
    stderrText = what;
    end('crash');
  }

  readReplies(child.stdio[messagesFd] as Readable, {
    onReply(message) {
      if (waiting?.kind !== message.kind) return false;
      waiting.resolve(message);
      waiting = null;
      return true;
    },
    onInvalid: () => endIntruder('it sent an invalid message'),
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderrBytes += chunk.length;
    stderrText = (stderrText + chunk.toString('utf8')).slice(-maxStderrChars);
    if (stderrBytes > maxStderrBytes) endIntruder('it printed too much');
  });
  for (const event of ['close', 'error']) child.once(event, over);

  async function isOverMemoryLimit(reported = 0): Promise<boolean> {
    return ((await residentBytesOfTree(child.pid ?? 0)) ?? reported) > maxMemoryBytes;
  }

  /** The next message, unless the time or memory limit is exceeded first. */
  async function next<K extends ReaderMessage['kind']>(kind: K): Promise<MessageOf<K>> {
    if (reason) throw new ReaderExitError(reason, !startedAt, stderrText);
    const { promise, resolve, reject } = Promise.withResolvers<ReaderMessage>();
    waiting = { kind, resolve, reject };
    const clock = setTimeout(() => end('time'), secondsPerImage * 1000);
    const scale = setInterval(async () => {
      if (await isOverMemoryLimit()) end('memory');
    }, memoryCheckMs);
    try {
      return (await promise) as MessageOf<K>;
    } finally {
      clearTimeout(clock);
      clearInterval(scale);
      waiting = null;
    }
  }

  const ready = next('ready');
  ready.then(
    () => {
      startedAt = true;
    },
    () => undefined,
  );

  return {
    /** Includes the last output on stderr. */
    ended: ended.promise,
    /** Rejects with ReaderExitError if the process exits before it can read. */
    ready,
    end,
    /** Whether the process has exited or is exiting. */
    hasExited: () => reason !== null,
    /** Reads one photo at a time. Rejects with ReaderExitError if the process exits during the read. */
    async read(photo: SentFile): Promise<ReadResult> {
      await ready;
      const message = next('answer');
      child.stdin?.write(headerOf(photo.length, photo.contentType === null));
      for (const segment of photo.segments) child.stdin?.write(segment);
      child.stdin?.write('', () => photo.free());
      const { answer, memory } = await message;
      if (await isOverMemoryLimit(memory)) end('memory');
      return answer;
    },
  };
}
