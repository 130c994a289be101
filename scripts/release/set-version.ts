import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateChanges } from './changelog.ts';

const root = join(import.meta.dirname, '../..');

/** Ours, by the name that other manifests know them by. */
const isOurs = (name: string) => name.startsWith('@warranty/');

interface Manifest {
  version?: string;
  dependencies?: Record<string, string>;
}

function change<T>(path: string, edit: (content: T) => void): void {
  const content = JSON.parse(readFileSync(path, 'utf8')) as T;
  edit(content);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}

function setIn(manifest: Manifest, version: string): void {
  manifest.version = version;
  for (const name of Object.keys(manifest.dependencies ?? {}))
    if (manifest.dependencies && isOurs(name)) manifest.dependencies[name] = version;
}

/** Of the Helm chart and of the image that it starts. */
function setInChart(version: string): void {
  const path = join(root, 'deploy/helm/Chart.yaml');
  const chart = readFileSync(path, 'utf8');
  writeFileSync(path, chart.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`));
}

/** Sets the version in every manifest, the lockfile and the Helm chart, and dates the changes. */
export function setVersion(version: string, date: string): void {
  if (!/^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/.test(version))
    throw new Error(`${version} is not a version such as 1.2.0`);
  const changelog = join(root, 'CHANGELOG.md');
  writeFileSync(changelog, dateChanges(readFileSync(changelog, 'utf8'), version, date));
  const folders = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name)),
  );
  const ours = ['', ...folders].filter((folder) => existsSync(join(root, folder, 'package.json')));
  for (const folder of ours)
    change<Manifest>(join(root, folder, 'package.json'), (manifest) => setIn(manifest, version));
  change<{ version: string; packages: Record<string, Manifest> }>(
    join(root, 'package-lock.json'),
    (lockfile) => {
      lockfile.version = version;
      for (const folder of ours) setIn(lockfile.packages[folder] ?? {}, version);
    },
  );
  setInChart(version);
  console.log(`set version ${version}. Next: commit, tag v${version}, and npm run release -- build`);
}
