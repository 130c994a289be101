import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isProcessRunning } from './is-process-running.ts';

interface Holder {
  pid: number;
  /** Distinguishes the holder from an earlier one with the same process id, which happens after a container restart. */
  id: string;
  /** What the holder reports about itself to processes that find the lock taken. */
  about: string;
}

export type FileLock = { held: true; release(): Promise<void> } | { held: false; holder: Holder };

/** Ids of locks that this process holds or is about to take. */
const own = new Set<string>();

/** Takes over a lock if its process has ended for any reason. */
export async function takeFileLock(file: string, about: string): Promise<FileLock> {
  await mkdir(dirname(file), { recursive: true });
  const id = randomUUID();
  const draft = `${file}.${id}`;
  await writeFile(draft, JSON.stringify({ pid: process.pid, id, about } satisfies Holder));
  own.add(id);
  let held = false;
  try {
    for (;;) {
      // A link is created atomically, so a partially written lock is never read.
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

/**
 * Check and removal need a second lock; otherwise a slow process could remove the lock that a faster one has just taken.
 */
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

/** Undefined if there is no lock, null if its holder cannot be read. */
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
