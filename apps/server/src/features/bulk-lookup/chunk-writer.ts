import type { Tx } from '../../platform/db/database.ts';
import type { JobAttempt } from '../../platform/jobs/jobs.ts';
import type { Batches, KeptAnswer, VendorAccess } from '../warranty/warranty.ts';
import type { AnswersStore } from './answers.store.ts';
import type { ChunkOutcome, ChunksStore, ChunkTask } from './chunks.store.ts';
import type { Lanes } from './lanes.ts';
import type { SerialAnswer } from './serial-answer.ts';

/** Chunks in one transaction at most, and transactions under way at once. */
const mostTogether = 8;
const mostUnderWay = 2;

export interface FinishedChunk {
  task: ChunkTask;
  attempt: JobAttempt;
  outcome: ChunkOutcome;
  /** Null where nobody was asked. */
  access: VendorAccess | null;
  answers: ReadonlyMap<string, SerialAnswer>;
  worthKeeping: ReadonlyMap<string, KeptAnswer>;
}

export interface ChunkWriterDeps {
  chunks: ChunksStore;
  answers: AnswersStore;
  batches: Batches;
  lanes: Lanes;
  finishTogether(attempts: readonly JobAttempt[], write: (tx: Tx) => Promise<void>): Promise<void>;
}

interface Waiting extends FinishedChunk {
  resolve(): void;
  reject(error: unknown): void;
}

/** A chunk was finished by somebody else: whoever wrote it last must not write it again. */
class FinishedBefore extends Error {}

/**
 * Writes what was found, the next of each lane and the end of the jobs in one transaction. Chunks that are finished while
 * others are being written go together: under load a transaction is shared by several, and nobody ever waits for company.
 */
export function createChunkWriter({ chunks, answers, batches, lanes, finishTogether }: ChunkWriterDeps) {
  const waiting: Waiting[] = [];
  let underWay = 0;

  /** Chunks of one run and vendor; one that is tried again is written alone, because its answers replace others. */
  function takeSome(): Waiting[] {
    const first = waiting.shift();
    if (!first) return [];
    const some = [first];
    for (let at = 0; at < waiting.length && some.length < mostTogether; ) {
      const next = waiting[at] as Waiting;
      if (fits(first, next)) some.push(...waiting.splice(at, 1));
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
    if (done < some.length) throw new FinishedBefore();
    if (access) await batches.keep(tx, access, joined(some.map(({ worthKeeping }) => worthKeeping)));
    await answers.keep(tx, task, joined(some.map((each) => each.answers)));
    return lanes.goOn(
      tx,
      task.run.key,
      some.map(({ task: { chunk } }) => chunk),
    );
  }

  async function finish(some: readonly FinishedChunk[]): Promise<void> {
    let goesOn = false;
    await finishTogether(
      some.map(({ attempt }) => attempt),
      async (tx) => {
        goesOn = await write(tx, some);
      },
    );
    const [first] = some;
    if (first && !goesOn) await lanes.completeIfDone(first.task.run.key);
  }

  async function settle(some: readonly Waiting[]): Promise<void> {
    try {
      await finish(some);
      for (const { resolve } of some) resolve();
    } catch (error) {
      const [first] = some;
      // What is wrong with one of them is no reason for the others to be lost.
      if (some.length > 1) for (const each of some) await settle([each]);
      else if (first && error instanceof FinishedBefore)
        await first.attempt.finish(async () => undefined).then(first.resolve, first.reject);
      else first?.reject(error);
    }
  }

  async function drain(): Promise<void> {
    if (underWay >= mostUnderWay) return;
    underWay += 1;
    for (let some = takeSome(); some.length > 0; some = takeSome()) await settle(some);
    underWay -= 1;
  }

  /** Rejects as `finish` of the attempt does. */
  return (chunk: FinishedChunk): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ ...chunk, resolve, reject });
      void drain();
    });
}

function fits({ task, access }: FinishedChunk, other: FinishedChunk): boolean {
  return (
    !task.isAgain &&
    !other.task.isAgain &&
    task.run.key === other.task.run.key &&
    task.vendor === other.task.vendor &&
    access?.scope === other.access?.scope
  );
}

function joined<T>(maps: readonly ReadonlyMap<string, T>[]): Map<string, T> {
  return new Map(maps.flatMap((map) => [...map]));
}
