import { readdirSync, readFileSync } from 'node:fs';

/** Empty if the process ended in the meantime. */
const read = (path: string) => attempt(() => readFileSync(path, 'utf8'), '');
const list = (path: string) => attempt(() => readdirSync(path), []);

function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

/**
 * The child processes of this process, or of `parent`, that run the given program. A launcher that waits for the program, and so
 * has its name among its arguments too, is left out.
 */
export function findChildProcesses(program: string, parent: number = process.pid): number[] {
  return childrenOf(parent)
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes(program))
    .flatMap((pid) => {
      const launched = findChildProcesses(program, pid);
      return launched.length > 0 ? launched : [pid];
    });
}

function childrenOf(parent: number): number[] {
  const threads = list(`/proc/${parent}/task`);
  const children = threads.flatMap((thread) => read(`/proc/${parent}/task/${thread}/children`).split(' '));
  return children.filter(Boolean).map(Number);
}
