import type { Tx } from '../../platform/db/database.ts';
import type { JobAttempt } from '../../platform/jobs/job.ts';
import type { Batches, CacheableAnswer, VendorAccess } from '../warranty/warranty.ts';
import type { ChunkOutcome, ChunksStore, ChunkTask } from './chunks.store.ts';
import type { Lanes } from './lanes.ts';
import type { SerialResult } from './serial-result.ts';
import type { SerialResultsStore } from './serial-results.store.ts';

/** Limits per transaction and for concurrent transactions. */
const maxChunksPerTransaction = 8;
const maxConcurrentTransactions = 2;

export interface FinishedChunk {
  task: ChunkTask;
  attempt: JobAttempt;
  outcome: ChunkOutcome;
  /** Null when no vendor was called. */
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

/** Another worker already finished this chunk, so its results must not be written a second time. */
class AlreadyFinishedError extends Error {}

/**
 * Writes results, the next job of each lane and the job completions in one transaction. Chunks that finish while a
 * transaction is in flight are batched into the next one: under load several chunks share a transaction, and an idle worker
 * never waits for others.
 */
export function createChunkWriter({ chunks, answers, batches, lanes, finishAll }: ChunkWriterDeps) {
  const waiting: PendingChunk[] = [];
  let activeTransactions = 0;

  /**
   * Takes a batch of chunks of the same run and vendor. A retried chunk is written on its own because its results replace
   * existing ones.
   */
  function takeBatch(): PendingChunk[] {
    const first = waiting.shift();
    if (!first) return [];
    const batch = [first];
    for (let index = 0; index < waiting.length && batch.length < maxChunksPerTransaction; ) {
      const next = waiting[index] as PendingChunk;
      if (canShareTransaction(first, next)) batch.push(...waiting.splice(index, 1));
      else index += 1;
    }
    return batch;
  }

  async function write(tx: Tx, batch: readonly FinishedChunk[]): Promise<boolean> {
    const [{ task, access }] = batch as [FinishedChunk];
    const done = await chunks.finish(
      tx,
      task.run.key,
      batch.map(({ outcome }) => outcome),
    );
    if (done < batch.length) throw new AlreadyFinishedError();
    if (access) await batches.save(tx, access, mergeMaps(batch.map(({ cacheable }) => cacheable)));
    await answers.keep(tx, task, mergeMaps(batch.map((each) => each.answers)));
    return lanes.enqueueNext(
      tx,
      task.run.key,
      batch.map(({ task: { chunk } }) => chunk),
    );
  }

  async function finish(batch: readonly FinishedChunk[]): Promise<void> {
    let hasMore = false;
    await finishAll(
      batch.map(({ attempt }) => attempt),
      async (tx) => {
        hasMore = await write(tx, batch);
      },
    );
    const [first] = batch;
    if (first && !hasMore) await lanes.completeIfDone(first.task.run.key);
  }

  async function settle(batch: readonly PendingChunk[]): Promise<void> {
    try {
      await finish(batch);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      const [first] = batch;
      // One failing chunk must not fail the whole batch: retry them one by one.
      if (batch.length > 1) for (const each of batch) await settle([each]);
      else if (first && error instanceof AlreadyFinishedError)
        await first.attempt.finish(async () => undefined).then(first.resolve, first.reject);
      else first?.reject(error);
    }
  }

  async function drain(): Promise<void> {
    if (activeTransactions >= maxConcurrentTransactions) return;
    activeTransactions += 1;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) await settle(batch);
    activeTransactions -= 1;
  }

  /** Rejects with the same errors as `attempt.finish`. */
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
