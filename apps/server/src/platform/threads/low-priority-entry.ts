import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import { lowerPriority } from '../lower-priority.ts';
import type { ThreadProgram } from './thread.ts';

const { href, compileCacheDir, niceness } = workerData as ThreadProgram;

// Loading a program takes half a second of CPU time, so the priority is lowered before the import. Only on Linux does this
// apply to the thread instead of the whole process.
if (process.platform === 'linux') lowerPriority(niceness);
// A thread does not inherit the cache of compiled programs from its process.
if (compileCacheDir) enableCompileCache(compileCacheDir);
await import(href);
