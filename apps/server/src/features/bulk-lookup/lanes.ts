import type { Tx } from '../../platform/db/database.ts';
import type { EnqueueOptions } from '../../platform/jobs/jobs.ts';
import { type ChunkPayload, turnOf } from './bulk-lookup.jobs.ts';
import type { ChunksStore } from './chunks.store.ts';
import type { RunRow, RunsStore } from './runs.store.ts';
import type { Turns } from './turns.ts';

/** Maximum queued or running chunks per run. Finishing a chunk enqueues the next one of its lane, so no run floods the queue. */
const laneCount = 32;

/** The run of a chunk and whose turn it takes. */
export interface OwnedRun {
  key: string;
  owner: string;
}

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
  /** The priority of the next chunk in the queue; null if there is none. */
  nextPriority(tx: Tx): Promise<number | null>;
  turns: Turns;
}

export type Lanes = ReturnType<typeof createLanes>;

export function createLanes({ runs, chunks, enqueueChunk, enqueueChunks, nextPriority, turns }: LanesDeps) {
  async function enqueue(
    tx: Tx,
    { key: run, owner }: OwnedRun,
    chunk: number,
    { round = 0, crashes = 0, startAfterSeconds }: RetryOptions = {},
  ): Promise<void> {
    await enqueueChunk(
      { run, chunk, round, crashes, turn: turns.take(owner) },
      { tx, ...(startAfterSeconds === undefined ? {} : { startAfterSeconds }) },
    );
  }

  /** This process may not have looked up a chunk for a while. */
  async function findTurn(tx: Tx): Promise<void> {
    const priority = await nextPriority(tx);
    if (priority !== null) turns.moveTo(turnOf(priority));
  }

  const enqueueAll = (tx: Tx, { key: run, owner }: OwnedRun, found: readonly number[]) =>
    enqueueChunks(
      found.map((chunk) => ({ run, chunk, round: 0, crashes: 0, turn: turns.take(owner) })),
      tx,
    );

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
      if (asleep.length > 0) await findTurn(tx);
      await enqueueAll(tx, run, asleep);
      if (heads.length === 0) await completeIfDone(run.key, tx);
    },

    /** Enqueues the next chunk of each lane. Returns false if a lane has ended. */
    async enqueueNext(tx: Tx, run: OwnedRun, done: readonly number[]): Promise<boolean> {
      const next = await chunks.nextInLanes(tx, run.key, done, laneCount);
      await enqueueAll(tx, run, next);
      return next.length === done.length;
    },
  };
}
