import { readFile } from 'node:fs/promises';
import type { Server } from '../harness/processes.ts';

/** Megabytes that a process holds at the moment, or held at most. */
export async function memoryOf({ pid }: Server, line: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}
