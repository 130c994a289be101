import { join } from 'node:path';
import { root, start } from '../harness/processes.ts';
import type { FaultContext } from './fault.ts';

/** Starts one of the programs of this folder. Returns a function that waits for its last line, which is JSON. */
export function startProgram({ cleanup }: FaultContext, program: string, args: readonly string[]) {
  const started = start(process.execPath, [join(root, 'faults', program), ...args]);
  cleanup(() => started.stop('SIGKILL'));
  return async <T>(timeoutSeconds: number): Promise<T> =>
    JSON.parse(await started.waitForLine((text) => text.startsWith('{'), timeoutSeconds * 1000)) as T;
}
