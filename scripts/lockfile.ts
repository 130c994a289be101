import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isInstalled, type LockEntry, nameAt } from './checks/locked-packages.ts';

// Completes package-lock.json after an install. npm omits packages for other platforms if the current registry does not
// have them, and `npm ci` then reports the lockfile as incomplete. Their entries are derived from their names, and their hashes
// are those of the registry, as far as it has these versions.
const file = join(import.meta.dirname, '../package-lock.json');

type Packages = Record<string, LockEntry & { os?: string[]; cpu?: string[]; libc?: string[] }>;

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** `@scope/binding-linux-x64-musl` runs on Linux, x64, with musl. */
function platformOf(name: string): { os?: string[]; cpu: string[]; libc?: string[] } {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.flatMap((word) =>
    word.startsWith('musl') ? 'musl' : word.startsWith('gnu') ? 'glibc' : [],
  );
  return { ...(os.length ? { os } : {}), cpu, ...(libc.length ? { libc } : {}) };
}

/** The location npm would try first, unless another version is already there. Null if no entry is needed. */
function placeFor(packages: Packages, parent: string, name: string, version: string): string | null {
  const shared = `node_modules/${name}`;
  if (packages[shared]?.version === version) return null;
  const nested = `${parent}/node_modules/${name}`;
  if (packages[nested]) return null;
  return packages[shared] ? nested : shared;
}

/** Null if the registry does not have this version. */
async function readHash(name: string, version: string): Promise<string | null> {
  const args = ['view', `${name}@${version}`, 'dist.integrity', '--json'];
  const { stdout } = await promisify(execFile)('npm', args).catch(() => ({ stdout: 'null' }));
  const hash: unknown = JSON.parse(stdout || 'null');
  return typeof hash === 'string' ? hash : null;
}

/** Returns how many are still without one. */
async function addHashes(packages: Packages): Promise<number> {
  let missing = 0;
  for (const [key, entry] of Object.entries(packages)) {
    if (!isInstalled(key, entry) || entry.integrity || !entry.version) continue;
    const { version, ...rest } = entry;
    const hash = await readHash(nameAt(key), version);
    if (hash) packages[key] = { version, integrity: hash, ...rest };
    else missing += 1;
  }
  return missing;
}

const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages };
let added = 0;
for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const platform = platformOf(name);
    const isExact = /^\d[^\s|]*$/.test(version);
    if (!isExact || platform.cpu.length === 0) continue;
    const place = placeFor(lock.packages, parent, name, version);
    if (place === null) continue;
    lock.packages[place] = {
      version,
      ...platform,
      ...(entry.dev ? { dev: true } : {}),
      ...(entry.license ? { license: entry.license } : {}),
      optional: true,
    };
    added += 1;
  }
}
const missing = await addHashes(lock.packages);
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`added ${added} packages for other platforms; the registry has no hash for ${missing}`);
