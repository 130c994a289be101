import { Worker, type WorkerOptions } from 'node:worker_threads';

const entry = new URL('./low-priority-entry.ts', import.meta.url);

/** Starts a thread that loads and runs its program at a lower priority than the event loop. */
export function startLowPriorityWorker(program: URL, options: WorkerOptions): Worker {
  return new Worker(entry, { ...options, workerData: program.href });
}
