import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';

// Loading a program takes half a second of CPU time, so the priority is lowered before the import. Only on Linux does this
// apply to the thread instead of the whole process.
if (process.platform === 'linux') setPriority(0, 5);
await import(workerData as string);
