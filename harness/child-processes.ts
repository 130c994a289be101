import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended while we looked.
    return '';
  }
};

/** The processes that this one, or the given one, started and that run this program. */
export function findChildProcesses(program: string, parent: number = process.pid): number[] {
  const threads = readdirSync(`/proc/${parent}/task`);
  const children = threads.flatMap((thread) => read(`/proc/${parent}/task/${thread}/children`).split(' '));
  return children
    .filter(Boolean)
    .map(Number)
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes(program));
}
