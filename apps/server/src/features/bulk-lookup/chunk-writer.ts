import type { Tx } from '../../platform/db/database.ts';
import type { JobAttempt } from '../../platform/jobs/jobs.ts';
import type { Batches, CacheableAnswer, VendorAccess } from '../warranty/warranty.ts';
import type { ChunkOutcome, ChunksStore, ChunkTask } from './chunks.store.ts';
import type { Lanes } from './lanes.ts';
import type { SerialResult } from './serial-result.ts';
import type { SerialResultsStore } from './serial-results.store.ts';

/** Chunks in one transaction at most, and transactions under way at once. */
const maxChunksPerTransaction = 8;
const maxConcurrentTransactions = 2;

export interface FinishedChunk {
  task: ChunkTask;
  attempt: JobAttempt;
  outcome: ChunkOutcome;
  /** Null where nobody was asked. */
  access: VendorAccess | null;
  answers: ReadonlyMap<string, SerialResult>;
  cacheable: ReadonlyMap<string, CacheableAnswer>;
}

export interface ChunkWriterDeps {
  chunks: ChunksStore;
  answers: SerialResultsStore;
  batches: Batches;
  lanes: Lanes;
  finishAll(attempts: readonly JobAttempt[], write: (tx: Tx) => Promise<void>): Promise<void>;
}

interface PendingChunk extends FinishedChunk {
  resolve(): void;
  reject(error: unknown): void;
}

/** A chunk was finished by somebody else: whoever wrote it last must not write it again. */
class AlreadyFinishedError extends Error {}

/**
 * Writes what was found, the next of each lane and the end of the jobs in one transaction. Chunks that are finished while
 * others are being written go together: under load a transaction is shared by several, and nobody ever waits for company.
 */
export function createChunkWriter({ chunks, answers, batches, lanes, finishAll }: ChunkWriterDeps) {
  const waiting: PendingChunk[] = [];
  let activeTransactions = 0;

  /** Chunks of one run and vendor; one that is tried again is written alone, because its answers replace others. */
  function takeBatch(): PendingChunk[] {
    const first = waiting.shift();
    if (!first) return [];
    const some = [first];
    for (let at = 0; at < waiting.length && some.length < maxChunksPerTransaction; ) {
      const next = waiting[at] as PendingChunk;
      if (canShareTransaction(first, next)) some.push(...waiting.splice(at, 1));
      else at += 1;
    }
    return some;
  }

  async function write(tx: Tx, some: readonly FinishedChunk[]): Promise<boolean> {
    const [{ task, access }] = some as [FinishedChunk];
    const done = await chunks.finish(
      tx,
      task.run.key,
      some.map(({ outcome }) => outcome),
    );
    if (done < some.length) throw new AlreadyFinishedError();
    if (access) await batches.save(tx, access, mergeMaps(some.map(({ cacheable }) => cacheable)));
    await answers.keep(tx, task, mergeMaps(some.map((each) => each.answers)));
    return lanes.enqueueNext(
      tx,
      task.run.key,
      some.map(({ task: { chunk } }) => chunk),
    );
  }

  async function finish(some: readonly FinishedChunk[]): Promise<void> {
    let hasMore = false;
    await finishAll(
      some.map(({ attempt }) => attempt),
      async (tx) => {
        hasMore = await write(tx, some);
      },
    );
    const [first] = some;
    if (first && !hasMore) await lanes.completeIfDone(first.task.run.key);
  }

  async function settle(some: readonly PendingChunk[]): Promise<void> {
    try {
      await finish(some);
      for (const { resolve } of some) resolve();
    } catch (error) {
      const [first] = some;
      // What is wrong with one of them is no reason for the others to be lost.
      if (some.length > 1) for (const each of some) await settle([each]);
      else if (first && error instanceof AlreadyFinishedError)
        await first.attempt.finish(async () => undefined).then(first.resolve, first.reject);
      else first?.reject(error);
    }
  }

  async function drain(): Promise<void> {
    if (activeTransactions >= maxConcurrentTransactions) return;
    activeTransactions += 1;
    for (let some = takeBatch(); some.length > 0; some = takeBatch()) await settle(some);
    activeTransactions -= 1;
  }

  /** Rejects as `finish` of the attempt does. */
  return (chunk: FinishedChunk): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ ...chunk, resolve, reject });
      void drain();
    });
}

function canShareTransaction({ task, access }: FinishedChunk, other: FinishedChunk): boolean {
  return (
    !task.isRetry &&
    !other.task.isRetry &&
    task.run.key === other.task.run.key &&
    task.vendor === other.task.vendor &&
    access?.scope === other.access?.scope
  );
}

function mergeMaps<T>(maps: readonly ReadonlyMap<string, T>[]): Map<string, T> {
  return new Map(maps.flatMap((map) => [...map]));
}
