import { createBatcher } from '../../platform/batcher.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { JobAttempt } from '../../platform/jobs/job.ts';
import type { BatchLookup as Batches } from '../answers/batch-lookup.ts';
import type { CacheableAnswer } from '../answers/records.store.ts';
import type { SerialResult } from '../answers/serial-result.ts';
import type { VendorAccess } from '../vendors/vendor-access.ts';
import type { ChunkOutcome } from './chunk-reads.store.ts';
import type { ChunksStore, ChunkTask } from './chunks.store.ts';
import type { Lanes } from './lanes.ts';
import type { SerialResultsStore } from './serial-results.store.ts';

const maxChunksPerTransaction = 8;

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
  /** It was in a batch that failed. */
  isAlone?: boolean;
}

/** Another worker already finished this chunk, so its results must not be written a second time. */
class AlreadyFinishedError extends Error {}

/** One chunk of the batch failed, and must not fail the others. */
class FailedBatchError extends Error {}

/**
 * Writes results, the next job of each lane and the job completions in one transaction. Chunks that finish while a
 * transaction is in flight are batched into the next one: under load several chunks share a transaction, and an idle worker
 * never waits for others.
 */
export function createChunkWriter({ chunks, answers, batches, lanes, finishAll }: ChunkWriterDeps) {
  async function write(tx: Tx, batch: readonly FinishedChunk[]): Promise<boolean> {
    const [{ task, access }] = batch as [FinishedChunk];
    const outcomes = batch.map(({ outcome }) => outcome);
    const done = await chunks.finish(tx, task.run.key, outcomes);
    if (done < batch.length) throw new AlreadyFinishedError();
    if (access) await batches.save(tx, access, mergeMaps(batch.map(({ cacheable }) => cacheable)));
    const tasks = batch.map((each) => each.task);
    await answers.keep(tx, task, mergeMaps(batch.map((each) => each.answers)), repeatedSerials(tasks));
    const numbers = tasks.map(({ chunk }) => chunk);
    return lanes.enqueueNext(tx, task.run, numbers);
  }

  async function finishTogether(batch: readonly FinishedChunk[]): Promise<void> {
    let hasMore = false;
    await finishAll(
      batch.map(({ attempt }) => attempt),
      async (tx) => {
        hasMore = await write(tx, batch);
      },
    );
    const [first] = batch;
    if (first?.task.isSet && first.access) await recordLookups(first, batch);
    if (first && !hasMore) await lanes.completeIfDone(first.task.run.key);
  }

  /** So that the owner can read the answers when the run is gone. Files are too large for this: their rows have them. */
  function recordLookups({ task, access }: FinishedChunk, batch: readonly FinishedChunk[]): Promise<void> {
    const found = batch.flatMap(({ answers }) => [...answers]);
    const serials = found.flatMap(([serial, { outcome }]) => (outcome === 'failed' ? [] : [serial]));
    return access ? batches.recordLookups(task.run.owner, access, serials) : Promise.resolve();
  }

  const finishBatched = createBatcher(
    async (batch: PendingChunk[]): Promise<undefined[]> => {
      await finishTogether(batch).catch((cause: unknown) => {
        throw batch.length > 1 ? new FailedBatchError('the batch failed', { cause }) : cause;
      });
      return [];
    },
    { maxBatchSize: maxChunksPerTransaction, groupOf },
  );

  /** Rejects with the same errors as `attempt.finish`. */
  return async function finish(chunk: PendingChunk): Promise<void> {
    try {
      await finishBatched(chunk);
    } catch (error) {
      if (error instanceof AlreadyFinishedError) await chunk.attempt.finish(async () => undefined);
      else if (error instanceof FailedBatchError) await finish({ ...chunk, isAlone: true });
      else throw error;
    }
  };
}

/** Chunks of the same run and vendor share a transaction. A retried one does not: its results replace existing ones. */
function groupOf(chunk: PendingChunk): unknown {
  const { task, access, isAlone } = chunk;
  return isAlone || task.isRetry ? chunk : [task.run.key, task.vendor, access?.owner].join('/');
}

function repeatedSerials(tasks: readonly ChunkTask[]): Map<string, number> {
  const repeated = new Map<string, number>();
  for (const { serials, rowsPerSerial } of tasks)
    for (const [at, rows] of rowsPerSerial.entries()) {
      const serial = serials[at];
      if (rows > 1 && serial !== undefined) repeated.set(serial, rows);
    }
  return repeated;
}

function mergeMaps<T>(maps: readonly ReadonlyMap<string, T>[]): Map<string, T> {
  return new Map(maps.flatMap((map) => [...map]));
}
