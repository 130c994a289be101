import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { processRuns } from './process-runs.ts';

interface Holder {
  pid: number;
  /** What the holder says about itself, for whoever finds the lock taken. */
  about: string;
}

export type FileLock = { held: true; release(): Promise<void> } | { held: false; holder: Holder };

/** A lock whose process is gone, however it went, is taken over. */
export async function takeFileLock(file: string, about: string): Promise<FileLock> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify({ pid: process.pid, about } satisfies Holder));
  try {
    for (;;) {
      // A link appears whole or not at all, so nobody ever reads half a lock.
      if (await linked(draft, file)) return { held: true, release: () => rm(file, { force: true }) };
      const holder = await readHolder(file);
      if (holder !== null && (await processRuns(holder.pid, 'node'))) return { held: false, holder };
      await rm(file, { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
}

async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}
