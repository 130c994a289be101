import { createHash } from 'node:crypto';
import { chmod, chown, cp, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../log.ts';
import { type Binaries, binariesIn } from './binaries.ts';

/** PostgreSQL refuses to run as root. This is `nobody`, which every system has. */
const unprivileged = { uid: 65534, gid: 65534 };

export interface Placement {
  binaries: Binaries;
  /** Holds the cluster, its password and its log. */
  home: string;
  /** Whom PostgreSQL runs as; empty when we are not root. */
  runAs: { uid?: number; gid?: number };
}

async function othersCanEnter(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & 0o001) === 0) return false;
  return dirname(path) === path || othersCanEnter(dirname(path));
}

/** Decides where PostgreSQL's files lie and whom it runs as, so that it can reach them. */
export async function placeCluster(binaries: Binaries, dataDir: string, log: Log): Promise<Placement> {
  await mkdir(dataDir, { recursive: true });
  if (process.getuid?.() !== 0) return { binaries, home: dataDir, runAs: {} };
  if ((await othersCanEnter(dataDir)) && (await othersCanEnter(binaries.root))) {
    return { binaries, home: dataDir, runAs: unprivileged };
  }
  return placeOutside(binaries, dataDir, log);
}

/** A checkout below /root is closed to everyone else: the files then live where system services keep theirs. */
async function placeOutside(binaries: Binaries, dataDir: string, log: Log): Promise<Placement> {
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const home = join('/var/lib/it-warranty-lookup', id);
  log.info(
    { home },
    'PostgreSQL does not run as root and its user cannot enter the data folder: using another',
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

/** Makes a folder that only PostgreSQL's user can read. */
export async function privateFolder(path: string, runAs: Placement['runAs']): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(path, runAs.uid, runAs.gid);
}
