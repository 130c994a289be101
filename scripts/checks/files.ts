import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const CODE_FILES = ['*.ts', '*.tsx', '*.mts', '*.cts', '*.js', '*.jsx', '*.mjs', '*.cjs'];

async function git(root: string, args: string[]): Promise<string[]> {
  const { stdout } = await run('git', ['ls-files', '-z', ...args], { cwd: root, maxBuffer: 64 << 20 });
  return stdout.split('\0').filter((path) => path !== '' && !path.endsWith('/'));
}

/** Files that git tracks or would track, except those deleted from disk; `patterns` narrows the list. */
export async function listFiles(root: string, patterns: string[] = []): Promise<string[]> {
  const [listed, deleted] = await Promise.all([
    git(root, ['-co', '--exclude-standard', '--', ...patterns]),
    git(root, ['-d', '--', ...patterns]),
  ]);
  const gone = new Set(deleted);
  return [...new Set(listed)].filter((path) => !gone.has(path)).sort();
}

export function listCodeFiles(root: string): Promise<string[]> {
  return listFiles(root, CODE_FILES);
}

export function isCode(path: string): boolean {
  return /\.([cm]?[jt]s|[jt]sx)$/.test(path);
}

/** The extension is optional because a bundler resolves an import without it. */
export function isTest(path: string): boolean {
  return (
    /\.(test|spec)(\.[cm]?[jt]sx?)?$/.test(path) ||
    isUnder(path, 'apps/server/test') ||
    isUnder(path, 'apps/web/test')
  );
}

export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
