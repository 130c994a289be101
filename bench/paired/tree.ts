import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface Tree {
  path: string;
  hash: string;
  /** At once and without waiting, so that it also works when the process is about to end. */
  remove(): void;
}

const git = (repository: string, ...args: string[]) =>
  execFileSync('git', ['-C', repository, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** The files of a commit in a folder of their own, with their packages. */
export function checkOut(repository: string, commit: string, path: string): Tree {
  const hash = git(repository, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`);
  const remove = () => {
    spawnSync('git', ['-C', repository, 'worktree', 'remove', '--force', path]);
    rmSync(path, { recursive: true, force: true });
    spawnSync('git', ['-C', repository, 'worktree', 'prune']);
  };
  try {
    git(repository, 'worktree', 'add', '--detach', '--quiet', path, hash);
    installPackages(repository, path);
  } catch (error) {
    remove();
    throw error;
  }
  return { path, hash, remove };
}

/** With the same lockfile the packages are the ones at hand; otherwise its own are installed. */
function installPackages(repository: string, path: string): void {
  const lockfile = (tree: string) => readFileSync(join(tree, 'package-lock.json'), 'utf8');
  if (lockfile(repository) === lockfile(path)) {
    for (const folder of packageFolders(repository))
      if (existsSync(join(path, folder, 'package.json')))
        linkPackages(join(repository, folder, 'node_modules'), join(path, folder, 'node_modules'));
    return;
  }
  console.log('Its lockfile is another one: installing its packages...');
  execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: path, stdio: 'inherit' });
}

/** Where npm may have put packages: the root, and a workspace that needs another version. */
function packageFolders(repository: string): string[] {
  const workspaces = ['apps', 'packages'].flatMap((parent) =>
    existsSync(join(repository, parent))
      ? readdirSync(join(repository, parent)).map((name) => join(parent, name))
      : [],
  );
  return ['.', ...workspaces].filter((folder) => existsSync(join(repository, folder, 'node_modules')));
}

/**
 * A package of others is linked to where it is. A link stays the relative link it is, because our own packages are such
 * links: they must lead into the tree they stand in, or the old programs would run the new code.
 */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name.startsWith('@') || entry.name === '.bin') linkPackages(source, target);
    else if (!entry.name.startsWith('.')) symlinkSync(source, target);
  }
}
