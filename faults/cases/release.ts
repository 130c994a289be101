import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../harness/processes.ts';
import { assert, type Fault } from '../fault.ts';
import { temporaryFolder } from '../installation.ts';

const run = (program: string, args: string[], cwd = root) =>
  execFileSync(program, args, { cwd, stdio: 'pipe' });

interface Sbom {
  components: { name: string; version: string; licenses: unknown[] }[];
}

/** The packages that a production install has, as `name@version`. Our own are not packages of others. */
function shippedPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dev?: boolean; link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);
}

export const releases: Fault = {
  number: 106,
  title: 'a release built twice: identical, signed, and every package listed with its license',
  slow: true,
  async run(context) {
    const missing = ['/usr/bin/minisign', '/usr/local/go/bin/go'].filter((program) => !existsSync(program));
    if (missing.length > 0) return `skipped: this machine has no ${missing.join(', ')}`;
    const dir = await temporaryFolder(context);
    const [key, publicKey] = [join(dir, 'secret.key'), join(dir, 'public.key')];
    run('minisign', ['-G', '-W', '-s', key, '-p', publicKey]);
    const folders = ['first', 'second'].map((name) => join(dir, name));
    for (const folder of folders)
      run(process.execPath, [join(root, 'scripts/release.ts'), 'build', '--out', folder, '--key', key]);

    const [first = '', second = ''] = folders.map((folder) =>
      readFileSync(join(folder, 'SHA256SUMS'), 'utf8'),
    );
    assert(first === second, `two builds differ:\n${first}\n${second}`);
    const folder = folders[0] ?? '';
    run('sha256sum', ['--check', 'SHA256SUMS'], folder);
    run('minisign', ['-V', '-p', publicKey, '-m', join(folder, 'SHA256SUMS')]);

    const file = readdirSync(folder).find((name) => name.endsWith('.cdx.json')) ?? '';
    const { components } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Sbom;
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const unlisted = shippedPackages().filter((each) => !listed.has(each));
    assert(unlisted.length === 0, `not in the SBOM: ${unlisted.join(', ')}`);
    const unlicensed = components.filter(({ licenses }) => licenses.length === 0);
    assert(unlicensed.length === 0, `without a license: ${unlicensed.map(({ name }) => name).join(', ')}`);
    return `${first.trim().split('\n').length} files with identical checksums, signed; ${listed.size} packages listed, each with its license`;
  },
};
