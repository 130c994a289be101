import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from 'prom-client';
import { createMeters } from './meters.ts';

export interface BuildInfo {
  version: string;
  /** Null if it is not known. */
  commit: string | null;
}

export function publishBuildInfo(registry: Registry, { version, commit }: BuildInfo): void {
  createMeters(registry).gauge(
    'warranty_build_info',
    'Always 1. The version, the commit if it is known, and the version of Node.',
    ['version', 'commit', 'node_version'],
    (set) => set(1, { version, commit: commit ?? '', node_version: process.version }),
  );
}

/** The commit that a folder is a checkout or a release of; null if it is neither. */
export function readCommit(folder: string): string | null {
  return readCheckout(folder) ?? readRelease(folder);
}

/** The release script writes this file. */
function readRelease(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'COMMIT'), 'utf8').trim();
  } catch {
    return null;
  }
}

function readCheckout(folder: string): string | null {
  const read = (name: string) => readFileSync(join(folder, '.git', name), 'utf8').trim();
  try {
    const head = read('HEAD');
    const ref = head.startsWith('ref: ') ? head.slice('ref: '.length) : null;
    return ref === null ? head : readRef(read, ref);
  } catch {
    return null;
  }
}

function readRef(read: (name: string) => string, ref: string): string | null {
  try {
    return read(ref);
  } catch {
    const packed = read('packed-refs').split('\n');
    return packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? null;
  }
}
