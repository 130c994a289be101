import { createHash } from 'node:crypto';
import { chmod, chown, cp, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../log.ts';
import { type Binaries, binariesIn } from './binaries.ts';

/** PostgreSQL refuses to run as root. This is the user `nobody`, which every system has. */
const unprivileged = { uid: 65534, gid: 65534 };

export interface Placement {
  binaries: Binaries;
  /** Contains the cluster, its password and its log. */
  home: string;
  /** The user that PostgreSQL runs as; empty if we are not root. */
  runAs: { uid?: number; gid?: number };
}

async function othersCanEnter(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & 0o001) === 0) return false;
  return dirname(path) === path || othersCanEnter(dirname(path));
}

/** Decides where PostgreSQL's files are and which user it runs as, so that it can access them. */
export async function placeCluster(binaries: Binaries, dataDir: string, log: Log): Promise<Placement> {
  await mkdir(dataDir, { recursive: true });
  if (process.getuid?.() !== 0) return { binaries, home: dataDir, runAs: {} };
  if ((await othersCanEnter(dataDir)) && (await othersCanEnter(binaries.root))) {
    return { binaries, home: dataDir, runAs: unprivileged };
  }
  return placeOutside(binaries, dataDir, log);
}

/** Other users cannot access a checkout below /root, so the files are placed where system services store theirs. */
async function placeOutside(binaries: Binaries, dataDir: string, log: Log): Promise<Placement> {
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const home = join('/var/lib/it-warranty-lookup', id);
  log.info(
    { home },
    'PostgreSQL cannot run as root and its user cannot access the data directory; using another directory',
  );
  await mkdir(home, { recursive: true, mode: 0o755 });
  const root = join(home, 'pgsql');
  await cp(binaries.root, root, {
    recursive: true,
    verbatimSymlinks: true,
    force: false,
    errorOnExist: false,
  });
  return { binaries: binariesIn(root), home, runAs: unprivileged };
}

/** Creates a directory that only PostgreSQL's user can read. */
export async function privateFolder(path: string, runAs: Placement['runAs']): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(path, runAs.uid, runAs.gid);
}
