import type { Tx } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { type OwnedRun, sharerOf } from '../runs/run.ts';
import type { EngineRuns } from '../runs/runs.store.ts';
import type { ChunksStore, LaneHead } from './chunks.store.ts';
import { type ChunkPayload, turnOf } from './engine.jobs.ts';
import type { Turns } from './turns.ts';

/** Maximum queued or running chunks per run. Finishing a chunk enqueues the next one of its lane, so no run floods the queue. */
const laneCount = 32;

export interface RetryOptions {
  round?: number;
  crashes?: number;
  startAfterSeconds?: number;
}

export interface LanesDeps {
  runs: EngineRuns;
  chunks: ChunksStore;
  queue: JobQueue<ChunkPayload>;
  turns: Turns;
}

export type Lanes = ReturnType<typeof createLanes>;

export function createLanes({ runs, chunks, queue, turns }: LanesDeps) {
  const toPayload = (run: OwnedRun, chunk: number, { round = 0, crashes = 0 } = {}): ChunkPayload => ({
    ...{ run: run.key, chunk, round, crashes },
    turn: turns.take(sharerOf(run)),
  });

  async function completeIfDone(run: string, tx?: Tx): Promise<void> {
    if (await chunks.hasOpen(run, tx)) return;
    await runs.change(run, ['processing'], 'completed', { tx });
  }

  async function enqueueHeads(tx: Tx, started: readonly OwnedRun[], heads: readonly LaneHead[]) {
    // This process may not have looked up a chunk for a while.
    if (heads.some(({ chunk }) => chunk !== null)) turns.moveTo(turnOf(await queue.nextPriority(tx)));
    const runOf = new Map(started.map((run) => [run.key, run]));
    const payloads = heads.flatMap(({ run: key, chunk }) => {
      const run = runOf.get(key);
      return run && chunk !== null ? toPayload(run, chunk) : [];
    });
    await queue.enqueueAll(payloads, tx);
    for (const { run, chunk } of heads) if (chunk === null) await completeIfDone(run, tx);
  }

  return {
    enqueue: (tx: Tx, run: OwnedRun, chunk: number, { startAfterSeconds, ...again }: RetryOptions = {}) =>
      queue.enqueue(toPayload(run, chunk, again), {
        tx,
        ...(startAfterSeconds !== undefined && { startAfterSeconds }),
      }),

    /**
     * Called after a lane's last chunk has been committed. When several lanes end concurrently, the last caller sees that
     * the run is done; if the process dies first, the sweep completes the run.
     */
    completeIfDone: (run: string) => completeIfDone(run),

    /** Starts all lanes, at the beginning and after a pause. */
    async start(tx: Tx, runs: readonly OwnedRun[]): Promise<void> {
      const keys = runs.map(({ key }) => key);
      await chunks.lockLanes(tx, keys);
      await enqueueHeads(tx, runs, await chunks.laneHeads(tx, keys, laneCount));
    },

    /** The runs that have a lane without a job, or nothing left to do. */
    async findSleeping(runs: readonly OwnedRun[]): Promise<OwnedRun[]> {
      const heads = await chunks.sleepingHeads(
        runs.map(({ key }) => key),
        laneCount,
      );
      const keys = new Set(heads.map(({ run }) => run));
      return runs.filter(({ key }) => keys.has(key));
    },

    /** Starts the lanes that have no job. */
    async wake(tx: Tx, runs: readonly OwnedRun[]): Promise<void> {
      const keys = runs.map(({ key }) => key);
      await chunks.lockLanes(tx, keys);
      await enqueueHeads(tx, runs, await chunks.sleepingHeads(keys, laneCount, tx));
    },

    /** Enqueues the next chunk of each lane. Returns false if a lane has ended. */
    async enqueueNext(tx: Tx, run: OwnedRun, done: readonly number[]): Promise<boolean> {
      const next = await chunks.nextInLanes(tx, run.key, done, laneCount);
      const payloads = next.map((chunk) => toPayload(run, chunk));
      await queue.enqueueAll(payloads, tx);
      return next.length === done.length;
    },
  };
}
