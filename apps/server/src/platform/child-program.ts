import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Log } from './log.ts';

/**
 * Runs one of our own programs as a child process. It exits when this process ends for any reason, because its standard
 * input closes.
 */
export async function startChildProgram(file: string, args: string[], log: Log) {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let stopping = false;
  ended.then(([code]) => {
    if (!stopping) log.error({ file, code }, 'a child process exited');
  });
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const [firstLine] = await Promise.race([
    line,
    ended.then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
  ]);
  return {
    /** The first line that the program printed. */
    firstLine,
    async stop(): Promise<void> {
      stopping = true;
      child.stdin.end();
      child.kill('SIGTERM');
      await ended;
    },
  };
}
