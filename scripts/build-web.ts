import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { precompress } from './build/precompress.ts';

// Builds the web application if its sources have changed since the last build, or always with --force.
const root = join(import.meta.dirname, '..');
const web = join(root, 'apps/web');
const stamp = join(web, 'dist/.built-from');
const sources = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/build',
  'packages',
  'docs/guide',
  'docs/predictor.md',
  'package-lock.json',
  'scripts/build',
];

function files(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .sort()
    .flatMap((name) => files(join(path, name)));
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => files(join(root, source))))
    hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

const current = fingerprint();
const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
if (process.argv.includes('--force') || built !== current) {
  console.log('Building the web application...');
  const { status } = spawnSync('vite', ['build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  await precompress(join(web, 'dist/assets'));
  writeFileSync(stamp, current);
}
