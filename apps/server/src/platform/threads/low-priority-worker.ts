import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { ThreadStatus, WorkLimits } from './slot-works.ts';

const entry = new URL('./low-priority-entry.ts', import.meta.url);

export interface ThreadProgram {
  href: string;
  /** If the process caches compiled programs. */
  compileCacheDir: string | null;
  niceness: number;
  limits: WorkLimits;
  status: ThreadStatus;
}

/** Starts a thread that loads and runs its program at a lower priority than the event loop. */
export function startLowPriorityWorker(
  program: URL,
  work: Omit<ThreadProgram, 'href' | 'compileCacheDir'>,
  options: WorkerOptions,
): Worker {
  const cacheDir = getCompileCacheDir();
  // Node adds a folder for its version.
  const workerData: ThreadProgram = {
    href: program.href,
    compileCacheDir: cacheDir ? dirname(cacheDir) : null,
    ...work,
  };
  return new Worker(entry, { ...options, workerData });
}
