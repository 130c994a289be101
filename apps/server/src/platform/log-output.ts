import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const gatheredLength = 16 << 10;
const gatherMs = 200;
const maxUnreadBytes = 16 << 20;
const [minRetryMs, maxRetryMs] = [5, 100];
/** How long the end of the process waits for a reader that takes nothing, and for a slow one. */
const [maxIdleMs, maxSlowMs] = [1000, 5000];
const flushRetryMs = 10;

export interface LogOutput extends DestinationStream {
  /** Writes everything now. What the reader does not take in time stays unwritten. */
  flushSync(): void;
}

/**
 * The standard output. Lines are gathered, because a system call for each would take a tenth of a small request. The first line
 * after a pause is written at once. Everything is written before the process ends, unless it is killed or the log is not read.
 */
export function createLogOutput(): LogOutput {
  // Opens the stream, which makes a pipe non-blocking: a log that is not read must neither stop requests nor the exit.
  void process.stdout;
  const pipe = createPipe(1);
  let gathered = '';
  let pause: NodeJS.Timeout | null = null;
  let isEnding = false;

  function pass(): void {
    if (gathered === '') return;
    pipe.write(gathered);
    gathered = '';
  }

  function passAndPause(): void {
    pass();
    pause = setTimeout(() => {
      pause = null;
      if (gathered !== '') passAndPause();
    }, gatherMs).unref();
  }

  function flushSync(): void {
    pass();
    pipe.flushSync();
  }

  process.once('exit', () => {
    isEnding = true;
    flushSync();
  });
  return {
    write(line) {
      gathered += line;
      if (gathered.length >= gatheredLength || isEnding) pass();
      else if (pause === null) passAndPause();
    },
    flushSync,
  };
}

/** Writes in order without blocking. What does not fit into the pipe waits; above 16 MB, it is dropped. */
function createPipe(fd: number) {
  const unread: Buffer[] = [];
  let unreadBytes = 0;
  let retryMs = minRetryMs;
  let retry: NodeJS.Timeout | null = null;

  /** Returns how many bytes were taken. */
  function writeUnread(): number {
    const before = unreadBytes;
    for (let [first] = unread; first; [first] = unread) {
      const taken = tryWrite(fd, first);
      unreadBytes -= taken;
      if (taken < first.length) {
        unread[0] = first.subarray(taken);
        break;
      }
      unread.shift();
    }
    return before - unreadBytes;
  }

  function writeOrRetry(): void {
    retryMs = writeUnread() > 0 ? minRetryMs : Math.min(2 * retryMs, maxRetryMs);
    if (unreadBytes === 0) return;
    retry = setTimeout(() => {
      retry = null;
      writeOrRetry();
    }, retryMs).unref();
  }

  return {
    write(text: string): void {
      if (unreadBytes + text.length > maxUnreadBytes) return;
      const bytes = Buffer.from(text);
      unread.push(bytes);
      unreadBytes += bytes.length;
      if (retry === null) writeOrRetry();
    },
    flushSync(): void {
      const startedAt = performance.now();
      let [now, takenAt] = [startedAt, startedAt];
      for (; now - takenAt < maxIdleMs && now - startedAt < maxSlowMs; now = performance.now()) {
        if (writeUnread() > 0) takenAt = now;
        if (unreadBytes === 0) return;
        sleep(flushRetryMs);
      }
    },
  };
}

/** Returns how many bytes need not be written again. */
function tryWrite(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    // Without a reader, there will not be one later. Otherwise the pipe or the disk is full.
    return (error as NodeJS.ErrnoException).code === 'EPIPE' ? bytes.length : 0;
  }
}

const never = new Int32Array(new SharedArrayBuffer(4));

function sleep(ms: number): void {
  Atomics.wait(never, 0, 0, ms);
}
