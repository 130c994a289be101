import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../harness/processes.ts';
import type { FaultContext } from './fault.ts';
import { temporaryFolder } from './installation.ts';

const exec = promisify(execFile);

export interface OsUser {
  uid: number;
  gid: number;
}

interface CheckoutOptions {
  owner?: OsUser | undefined;
  /** Includes the pages that this checkout has built. */
  built?: boolean;
}

/** Copies the tracked files and the installed packages to a separate folder, as after a clone and `npm ci`. */
export async function copyCheckout(
  context: FaultContext,
  { owner, built = false }: CheckoutOptions = {},
): Promise<string> {
  const dir = join(await temporaryFolder(context), 'checkout');
  const { stdout } = await exec('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await cp(join(root, file), join(dir, file)).catch((error: NodeJS.ErrnoException) => {
      // Listed by git but deleted since.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  if (built) await cp(join(root, 'apps/web/dist'), join(dir, 'apps/web/dist'), { recursive: true });
  const person = owner && `${owner.uid}:${owner.gid}`;
  if (person) await exec('chown', ['-R', person, dirname(dir)]);
  // Packages are hard-linked: a gigabyte takes a second. Their folders are copies and may change owner; the files must not.
  await exec('cp', ['-al', join(root, 'node_modules'), dir]);
  if (person)
    await exec('find', [join(dir, 'node_modules'), '-type', 'd', '-exec', 'chown', person, '{}', '+']);
  await exec('chmod', ['755', dirname(dir)]);
  return dir;
}

/** A user's shell environment: the system's Node and npm, without the harness's variables. */
export function shellEnvironment(home: string): Record<string, string> {
  const path = (process.env.PATH ?? '').split(':').filter((entry) => !entry.includes('node_modules'));
  return { PATH: path.join(':'), HOME: home, LANG: 'C.UTF-8', npm_config_update_notifier: 'false' };
}

/** Blanks the harness's own npm variables, which would affect the npm it starts. */
export function blankNpmVariables(): Record<string, string> {
  const own = Object.keys(process.env).filter(
    (name) => name.startsWith('npm_') || name === 'INIT_CWD' || name === 'NODE',
  );
  return Object.fromEntries(own.map((name) => [name, '']));
}

/** Ids of the processes that have the folder on their command line. */
export async function processesIn(dir: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(
    ids.map(async (id) => {
      const commandLine = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      return commandLine.includes(dir) ? [Number(id)] : [];
    }),
  );
  return found.flat();
}
