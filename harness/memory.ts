import { readFile } from 'node:fs/promises';
import type { Program } from './processes.ts';

/** Current (VmRSS) or peak (VmHWM) memory of a process, in megabytes. */
export async function memoryOf({ pid }: Pick<Program, 'pid'>, line: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}
