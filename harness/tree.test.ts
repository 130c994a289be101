import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkOut } from './tree.ts';

let folder: string;
let repository: string;
const git = (...args: string[]) =>
  execFileSync(
    'git',
    ['-C', repository, '-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args],
    {
      encoding: 'utf8',
    },
  );

/** A repository with its own package, a third-party package and a program. Its own package has changed since the commit. */
beforeAll(async () => {
  folder = realpathSync(await mkdtemp(join(tmpdir(), 'warranty-tree-')));
  repository = join(folder, 'repository');
  await mkdir(join(repository, 'packages/own'), { recursive: true });
  await writeFile(join(repository, 'package.json'), '{}');
  await writeFile(join(repository, 'package-lock.json'), '{}');
  await writeFile(join(repository, 'packages/own/index.js'), 'before');
  await writeFile(join(repository, '.gitignore'), 'node_modules\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--no-verify', '-m', 'before');
  await writeFile(join(repository, 'packages/own/index.js'), 'after');
  const modules = join(repository, 'node_modules');
  for (const name of ['others', '.bin', '@ours', '.cache'])
    await mkdir(join(modules, name), { recursive: true });
  await writeFile(join(modules, 'others/cli.js'), 'of others');
  await symlink('../others/cli.js', join(modules, '.bin/cli'));
  await symlink('../../packages/own', join(modules, '@ours/own'));
});
afterAll(() => rm(folder, { recursive: true }));

it('contains the files of the commit, with third-party packages from here and its own packages from the commit', () => {
  const path = join(folder, 'tree');
  const tree = checkOut(repository, 'HEAD', path);
  const text = (file: string) => readFileSync(join(path, 'node_modules', file), 'utf8');
  expect(tree.hash).toMatch(/^[0-9a-f]{40}$/);
  expect(text('@ours/own/index.js')).toBe('before');
  expect(realpathSync(join(path, 'node_modules/others'))).toBe(join(repository, 'node_modules/others'));
  expect(text('.bin/cli')).toBe('of others');
  expect(existsSync(join(path, 'node_modules/.cache'))).toBe(false);
  tree.remove();
});

it('removes its files and its worktree entry', () => {
  const path = join(folder, 'gone');
  checkOut(repository, 'HEAD', path).remove();
  expect(existsSync(path)).toBe(false);
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  expect(readFileSync(join(repository, 'node_modules/others/cli.js'), 'utf8')).toBe('of others');
});

it('rejects an unknown commit and leaves no files', () => {
  const path = join(folder, 'none');
  expect(() => checkOut(repository, 'no-such-commit', path)).toThrow();
  expect(() => checkOut(repository, '--help', path)).toThrow();
  expect(existsSync(path)).toBe(false);
});
