import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Entry {
  integrity?: string;
  link?: boolean;
  resolved?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const file = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

const fits = (wanted: string[] | undefined, own: string) => wanted === undefined || wanted.includes(own);
const isForLinux = ({ os, cpu, libc }: Entry) => fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc');

describe('the lockfile', () => {
  it('has a hash for every package that Linux installs', () => {
    const forLinux = installed.filter(([, entry]) => isForLinux(entry));
    expect(forLinux.length).toBeGreaterThan(300);
    const without = forLinux.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it('leaves out hashes only of optional packages for other systems', () => {
    const required = installed.filter(([, { integrity, optional }]) => !integrity && !optional);
    expect(required.map(([path]) => path)).toEqual([]);
  });
});
