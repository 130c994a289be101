import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isProcessRunning } from './is-process-running.ts';

interface Holder {
  pid: number;
  /** Tells it from an earlier holder that had the same process id, as a container gives out after a restart. */
  id: string;
  /** What the holder says about itself, for whoever finds the lock taken. */
  about: string;
}

export type FileLock = { held: true; release(): Promise<void> } | { held: false; holder: Holder };

/** Ids of what this process holds or is about to. */
const own = new Set<string>();

/** A lock whose process is gone, however it went, is taken over. */
export async function takeFileLock(file: string, about: string): Promise<FileLock> {
  await mkdir(dirname(file), { recursive: true });
  const id = randomUUID();
  const draft = `${file}.${id}`;
  await writeFile(draft, JSON.stringify({ pid: process.pid, id, about } satisfies Holder));
  own.add(id);
  let held = false;
  try {
    for (;;) {
      // A link appears whole or not at all, so nobody ever reads half a lock.
      held = await linked(draft, file);
      if (held) return { held, release: () => release(file, id) };
      const holder = await readHolder(file);
      if (holder && (await isAlive(holder))) return { held, holder };
      await removeAbandoned(file);
    }
  } finally {
    if (!held) own.delete(id);
    await rm(draft, { force: true });
  }
}

async function release(file: string, id: string): Promise<void> {
  await rm(file, { force: true });
  own.delete(id);
}

/** One at a time looks and removes; else a slow one would remove the lock that a quick one has just taken. */
async function removeAbandoned(file: string): Promise<void> {
  const turn = await takeFileLock(`${file}.takeover`, 'takeover');
  if (!turn.held) {
    await delay(20);
    return;
  }
  try {
    const holder = await readHolder(file);
    if (holder === null || (holder && !(await isAlive(holder)))) await rm(file, { force: true });
  } finally {
    await turn.release();
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  return holder.pid === process.pid ? own.has(holder.id) : isProcessRunning(holder.pid, 'node');
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

/** Undefined when there is no lock, null when nobody can be read from it. */
async function readHolder(file: string): Promise<Holder | null | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Holder | null);
  } catch {
    return null;
  }
}
