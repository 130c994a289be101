import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const entry = new URL('./low-priority-entry.ts', import.meta.url);

export interface ThreadProgram {
  href: string;
  /** If the process caches compiled programs. */
  compileCacheDir: string | null;
  /** Keeps the priority of the process. */
  hasShortTasks: boolean;
}

/** Starts a thread that loads and runs its program at a lower priority than the event loop, unless its tasks are short. */
export function startLowPriorityWorker(
  program: URL,
  { hasShortTasks = false, ...options }: WorkerOptions & { hasShortTasks?: boolean | undefined },
): Worker {
  const cacheDir = getCompileCacheDir();
  // Node adds a folder for its version.
  const workerData: ThreadProgram = {
    href: program.href,
    compileCacheDir: cacheDir ? dirname(cacheDir) : null,
    hasShortTasks,
  };
  return new Worker(entry, { ...options, workerData });
}
