import type { JobPayload } from '@warranty/contracts/jobs';
import type { Tx } from '../../platform/db/database.ts';
import type { EnqueueOptions } from '../../platform/jobs/jobs.ts';
import type { ChunksStore } from './chunks.store.ts';
import type { RunRow, RunsStore } from './runs.store.ts';

/**
 * Chunks that may wait or run at once for one run. The end of a chunk enqueues the next of its lane, so every run has a
 * few jobs in the queue and none has thousands: runs of several owners take turns.
 */
const laneCount = 32;

interface RetryOptions {
  round?: number;
  crashes?: number;
  startAfterSeconds?: number;
}

export interface LanesDeps {
  runs: RunsStore;
  chunks: ChunksStore;
  enqueueChunk(payload: JobPayload<'bulk.chunk'>, options: EnqueueOptions): Promise<void>;
  enqueueChunks(payloads: JobPayload<'bulk.chunk'>[], tx: Tx): Promise<void>;
}

export type Lanes = ReturnType<typeof createLanes>;

export function createLanes({ runs, chunks, enqueueChunk, enqueueChunks }: LanesDeps) {
  async function enqueue(
    tx: Tx,
    run: string,
    chunk: number,
    { round = 0, crashes = 0, startAfterSeconds }: RetryOptions = {},
  ): Promise<void> {
    await enqueueChunk(
      { run, chunk, round, crashes },
      { tx, ...(startAfterSeconds === undefined ? {} : { startAfterSeconds }) },
    );
  }

  async function completeIfDone(run: string, tx?: Tx): Promise<void> {
    if (await chunks.hasOpen(run, tx)) return;
    await runs.change(run, ['processing'], 'completed', tx ? { tx } : {});
  }

  return {
    enqueue,
    /**
     * After the last chunk of a lane, once that is committed: of lanes that end together the one that looks last sees
     * that all are done. Should the process die before it looks, the sweep does.
     */
    completeIfDone: (run: string) => completeIfDone(run),

    /** Wakes every lane: at the start, when a run goes on after a pause, and where a job was lost. */
    async start(
      tx: Tx,
      run: RunRow,
      { except = new Set() }: { except?: ReadonlySet<number> } = {},
    ): Promise<void> {
      const heads = await chunks.laneHeads(tx, run.key, laneCount);
      const asleep = heads.filter((chunk) => !except.has(chunk));
      await enqueueChunks(
        asleep.map((chunk) => ({ run: run.key, chunk, round: 0, crashes: 0 })),
        tx,
      );
      if (heads.length === 0) await completeIfDone(run.key, tx);
    },

    /** After chunks: the next of their lanes. False where a lane has come to its end. */
    async enqueueNext(tx: Tx, run: string, done: readonly number[]): Promise<boolean> {
      const next = await chunks.nextInLanes(tx, run, done, laneCount);
      const payloads = next.map((chunk) => ({ run, chunk, round: 0, crashes: 0 }));
      await enqueueChunks(payloads, tx);
      return next.length === done.length;
    },
  };
}
