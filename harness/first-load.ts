import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

type Manifest = Record<string, Chunk>;

/** A chunk and all of its static imports. */
function withImports(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const inner of manifest[name]?.imports ?? []) withImports(manifest, inner, seen);
  return seen;
}

/** Finds chunks that import each other: one of them would run before its dependencies are loaded. */
function findCycle(
  manifest: Manifest,
  name: string,
  path: string[] = [],
  done = new Set<string>(),
): string[] | null {
  if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
  if (done.has(name)) return null;
  for (const inner of manifest[name]?.imports ?? []) {
    const cycle = findCycle(manifest, inner, [...path, name], done);
    if (cycle) return cycle;
  }
  done.add(name);
  return null;
}

export interface FirstLoad {
  kilobytes: number;
  chunks: { file: string; kilobytes: number }[];
  /** A cycle among any chunks of the build; must be null. */
  cycle: string[] | null;
}

/** What Home imports while it starts, without an action of the user. A browser test compares it with what a visit loads. */
const homeImports = ['src/app/home/Overview.tsx', 'src/app/later.ts', 'src/ui/feedback/Toaster.tsx'];

/**
 * Measures the compressed scripts of a first visit to Home: the entry, which contains that page, what it imports while it starts,
 * and everything that these import.
 */
export async function measureFirstLoad(dist: string, imported = homeImports): Promise<FirstLoad> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
  if (!entry) throw new Error('the build has no entry');
  const unknown = imported.filter((name) => !manifest[name]);
  if (unknown.length > 0) throw new Error(`the build has no ${unknown.join(', ')}`);
  const names = new Set([entry, ...imported].flatMap((name) => [...withImports(manifest, name)]));
  const files = [...names].flatMap((name) => manifest[name]?.file ?? []);
  const chunks = await Promise.all(
    files.map(async (file) => ({
      file,
      kilobytes: gzipSync(await readFile(join(dist, file))).length / 1024,
    })),
  );
  const done = new Set<string>();
  const cycles = Object.keys(manifest).map((name) => findCycle(manifest, name, [], done));
  const cycle = cycles.find((each) => each !== null) ?? null;
  return { kilobytes: chunks.reduce((sum, chunk) => sum + chunk.kilobytes, 0), chunks, cycle };
}
