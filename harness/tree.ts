import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface Tree {
  path: string;
  hash: string;
  /** Synchronous, so that it also works in an exit handler. */
  remove(): void;
}

const git = (repository: string, ...args: string[]) =>
  execFileSync('git', ['-C', repository, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

/** Checks out a commit into a separate folder, with its packages. */
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

/** Reuses the installed packages if the lockfile is the same; otherwise installs those of the commit. */
function installPackages(repository: string, path: string): void {
  const lockfile = (tree: string) => readFileSync(join(tree, 'package-lock.json'), 'utf8');
  if (lockfile(repository) === lockfile(path)) {
    for (const folder of packageFolders(repository))
      if (existsSync(join(path, folder, 'package.json')))
        linkPackages(join(repository, folder, 'node_modules'), join(path, folder, 'node_modules'));
    return;
  }
  process.stdout.write('The lockfile differs: installing the packages of the commit...\n');
  execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: path, stdio: 'inherit' });
}

/** Folders in which npm may have installed packages: the root, and workspaces that need another version. */
function packageFolders(repository: string): string[] {
  const workspaces = ['apps', 'packages'].flatMap((parent) =>
    existsSync(join(repository, parent))
      ? readdirSync(join(repository, parent)).map((name) => join(parent, name))
      : [],
  );
  return ['.', ...workspaces].filter((folder) => existsSync(join(repository, folder, 'node_modules')));
}

/**
 * Third-party packages are linked to their current location. Existing links are copied as relative links, because they are
 * our own packages: they must point into the new tree, or the old programs would run the new code.
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
