import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { notesFor } from './changelog.ts';
import { createSbom } from './sbom.ts';

const root = join(import.meta.dirname, '../..');

export interface ReleaseOptions {
  folder: string;
  /** A secret key of minisign. */
  key?: string;
}

const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
const npm = (tree: string, ...args: string[]) => execFileSync('npm', args, { cwd: tree, stdio: 'inherit' });

/** Builds the checked-out commit in a folder of its own, so that nothing of this checkout gets into the release. */
export function buildRelease({ folder, key }: ReleaseOptions): void {
  if (git('status', '--porcelain') !== '')
    throw new Error('commit your changes first: a release is a commit');
  const commit = git('rev-parse', 'HEAD');
  const time = new Date(Number(git('show', '--no-patch', '--format=%ct', 'HEAD')) * 1000);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const name = `it-warranty-lookup-${version}`;
  const out = resolve(folder);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    const tree = buildTree(join(work, name), commit);
    writeFileSync(join(out, `${name}.tar.gz`), pack(work, name, time));
    cpSync(join(tree, 'apps/agent/dist'), out, {
      recursive: true,
      filter: (path) => !path.endsWith('SHA256SUMS'),
    });
    writeFileSync(join(out, `${name}.cdx.json`), createSbom(tree, time));
    writeFileSync(
      join(out, 'release-notes.md'),
      notesFor(readFileSync(join(tree, 'CHANGELOG.md'), 'utf8'), version),
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  sign(out, key);
}

/** The files of the commit, the built pages and the agents, without packages. */
function buildTree(tree: string, commit: string): string {
  mkdirSync(tree);
  const files = execFileSync('git', ['-C', root, 'archive', '--format=tar', commit], { maxBuffer: 1 << 30 });
  execFileSync('tar', ['--extract', '--directory', tree], { input: files });
  writeFileSync(join(tree, 'COMMIT'), `${commit}\n`);
  npm(tree, 'ci', '--prefer-offline', '--no-audit', '--no-fund');
  npm(tree, 'run', 'build');
  npm(tree, 'run', 'agent:build');
  for (const path of findPackages(tree)) rmSync(path, { recursive: true, force: true });
  return tree;
}

const findPackages = (tree: string) => [
  join(tree, 'node_modules'),
  ...['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(tree, parent)).map((name) => join(tree, parent, name, 'node_modules')),
  ),
];

/** The same bytes for the same files: sorted, without users, and with the time of the commit. */
function pack(work: string, name: string, time: Date): Buffer {
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    '--format=gnu',
  ];
  const args = ['--create', ...same, `--mtime=@${time.getTime() / 1000}`, '--directory', work, name];
  return gzipSync(execFileSync('tar', args, { maxBuffer: 1 << 30 }), { level: 9 });
}

function sign(out: string, key?: string): void {
  const lines = readdirSync(out)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}  ${name}\n`,
    );
  const sums = join(out, 'SHA256SUMS');
  writeFileSync(sums, lines.join(''));
  process.stdout.write(lines.join(''));
  if (key) execFileSync('minisign', ['-S', '-s', key, '-m', sums], { stdio: 'inherit' });
  else console.log('not signed: no --key');
}
