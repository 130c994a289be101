import type { Tx } from '../../platform/db/database.ts';
import type { EnqueueOptions } from '../../platform/jobs/jobs.ts';
import type { ChunkPayload } from './bulk-lookup.jobs.ts';
import type { ChunksStore } from './chunks.store.ts';
import type { RunRow, RunsStore } from './runs.store.ts';

/**
 * Maximum queued or running chunks per run. Finishing a chunk enqueues the next one of its lane, so no run floods the queue
 * and runs of different owners interleave.
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
  enqueueChunk(payload: ChunkPayload, options: EnqueueOptions): Promise<void>;
  enqueueChunks(payloads: ChunkPayload[], tx: Tx): Promise<void>;
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
     * Called after a lane's last chunk has been committed. When several lanes end concurrently, the last caller sees that
     * the run is done; if the process dies first, the sweep completes the run.
     */
    completeIfDone: (run: string) => completeIfDone(run),

    /** Starts all lanes: at the beginning, after a pause, and after a job was lost. */
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

    /** Enqueues the next chunk of each lane. Returns false if a lane has ended. */
    async enqueueNext(tx: Tx, run: string, done: readonly number[]): Promise<boolean> {
      const next = await chunks.nextInLanes(tx, run, done, laneCount);
      const payloads = next.map((chunk) => ({ run, chunk, round: 0, crashes: 0 }));
      await enqueueChunks(payloads, tx);
      return next.length === done.length;
    },
  };
}
