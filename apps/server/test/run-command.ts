import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compileCache } from '../../../harness/processes.ts';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface CommandOutcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of the program as an operator would, with these settings only. */
export async function runCommand(args: string[], env: Record<string, string>): Promise<CommandOutcome> {
  return promisify(execFile)(process.execPath, [program, ...args], { env: { ...compileCache, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: CommandOutcome) => error,
  );
}
