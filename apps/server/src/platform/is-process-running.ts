import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether the process is running and is this program. Process ids are reused, so on Linux the program name is compared (a
 * zombie has none); on other platforms, a live id has to suffice.
 */
export async function isProcessRunning(pid: number, program: string): Promise<boolean> {
  if (!answersSignal(pid)) return false;
  if (process.platform !== 'linux') return true;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return basename(commandLine.split('\0')[0] ?? '').startsWith(program);
}
