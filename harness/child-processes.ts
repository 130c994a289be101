import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process ended in the meantime.
    return '';
  }
};

/** The child processes of this process, or of `parent`, that run the given program. */
export function findChildProcesses(program: string, parent: number = process.pid): number[] {
  const threads = readdirSync(`/proc/${parent}/task`);
  const children = threads.flatMap((thread) => read(`/proc/${parent}/task/${thread}/children`).split(' '));
  return children
    .filter(Boolean)
    .map(Number)
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes(program));
}
