import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from 'prom-client';
import { createMeters } from './meters.ts';

/** The commit is null if it is not known. */
export function publishBuildInfo(
  registry: Registry,
  { version, commit }: { version: string; commit: string | null },
): void {
  createMeters(registry).gauge(
    'warranty_build_info',
    'Always 1. The version, the commit if it is known, and the version of Node.',
    ['version', 'commit', 'node_version'],
    (set) => set(1, { version, commit: commit ?? '', node_version: process.version }),
  );
}

/** The commit that a folder is a checkout or a release of; null if it is neither. */
export function readCommit(folder: string): string | null {
  // The release script writes this file.
  return readCheckout(join(folder, '.git')) ?? read(folder, 'COMMIT');
}

function readCheckout(git: string): string | null {
  const head = read(git, 'HEAD');
  if (!head?.startsWith('ref: ')) return head;
  const ref = head.slice('ref: '.length);
  const packed = () => read(git, 'packed-refs')?.split('\n');
  return (
    read(git, ref) ??
    packed()
      ?.find((line) => line.endsWith(` ${ref}`))
      ?.split(' ')[0] ??
    null
  );
}

function read(...path: string[]): string | null {
  try {
    return readFileSync(join(...path), 'utf8').trim();
  } catch {
    return null;
  }
}
