// What package-lock.json says about the packages that it installs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt } from './syntax.ts';
import type { Violation } from './violation.ts';

export interface LockEntry {
  name?: string;
  version?: string;
  license?: unknown;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

export type LockedPackage = ReturnType<typeof readLockedPackages>[number];

const file = 'package-lock.json';

export const isInstalled = (key: string, { link }: LockEntry): boolean =>
  key.includes('node_modules/') && !link;

export const nameAt = (key: string): string => key.replace(/^.*node_modules\//, '');

export function readLockedPackages(root: string) {
  const text = readFileSync(join(root, file), 'utf8');
  const { packages = {} } = JSON.parse(text) as { packages?: Record<string, LockEntry> };
  const installed = Object.entries(packages).filter(([key, entry]) => isInstalled(key, entry));
  return installed.map(([key, entry]) => {
    const line = () => lineAt(text, text.indexOf(`${JSON.stringify(key)}: {`));
    const violation = (rule: string, message: string): Violation => ({ file, line: line(), rule, message });
    return { ...entry, key, name: entry.name ?? nameAt(key), violation };
  });
}
