import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether that process runs and is that program. Ids are used again, so on Linux the program's name is
 * compared (a dead one that nobody has collected has none); elsewhere a live id must do.
 */
export async function isProcessRunning(pid: number, program: string): Promise<boolean> {
  if (!answersSignal(pid)) return false;
  if (process.platform !== 'linux') return true;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return basename(commandLine.split('\0')[0] ?? '').startsWith(program);
}
