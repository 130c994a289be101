import type { JobPayload } from '@warranty/contracts/jobs';
import type { Tx } from '../../platform/db/database.ts';
import type { JobAttempt } from '../../platform/jobs/jobs.ts';
import { type Batches, type BatchFailure, toBatchFailure, type VendorAccess } from '../warranty/warranty.ts';
import { type AskedSerials, askSerials } from './ask-serials.ts';
import type { ChunksStore, ChunkTask } from './chunks.store.ts';
import type { Lanes } from './lanes.ts';
import type { DoneCounts, RunsStore } from './runs.store.ts';
import { failedAnswer, type PackedAnswer, packAnswer, unpackAnswer } from './serial-answer.ts';

/** Deliveries that ended without a word: the process died, and whatever is in this chunk may be the reason. */
const crashesAllowed = 5;
/** Times a vendor may fail a chunk before its rows count as failed. */
const roundsAllowed = 8;
const longestPause = 60;

export interface ChunkWorkDeps {
  runs: RunsStore;
  chunks: ChunksStore;
  batches: Batches;
  lanes: Lanes;
}

type Payload = JobPayload<'bulk.chunk'>;
/** Looks one chunk up: kept answers first, one call for the rest, results and the end of the job in one transaction. */
export function createChunkWork({ runs, chunks, batches, lanes }: ChunkWorkDeps) {
  async function work(payload: Payload, attempt: JobAttempt): Promise<void> {
    const chunk = await chunks.find(payload.run, payload.chunk);
    if (!chunk || chunk.isDone) return attempt.finish(async () => undefined);
    if (attempt.attempt > 0) return afterCrash(chunk, payload, attempt);
    if (!(await chunks.claim(chunk, attempt.id))) return attempt.finish(async () => undefined);
    const access = await batches.accessTo(chunk.owner, chunk.vendor);
    if (!access) return pause(chunk, attempt, `There are no keys for ${chunk.vendor}.`);
    try {
      const looked = await lookUp(access, chunk);
      await attempt.finish((tx) => write(tx, chunk, looked));
    } catch (error) {
      const failure = toBatchFailure(chunk.vendor, error);
      if (!failure) throw error;
      await onFailure(failure, chunk, payload, attempt);
    }
  }

  /** One of the chunks that a dead worker had in hand may have killed it: from now on they come at different times. */
  async function afterCrash(chunk: ChunkTask, payload: Payload, attempt: JobAttempt): Promise<void> {
    const crashes = payload.crashes + attempt.attempt;
    if (crashes >= crashesAllowed) return giveUp(chunk, attempt, 'Looking it up failed several times.');
    const again = {
      round: payload.round,
      crashes,
      startAfterSeconds: Math.ceil(Math.random() * 3 * crashes),
    };
    await attempt.finish((tx) => lanes.enqueue(tx, chunk.run, chunk.chunk, again));
  }

  async function lookUp(access: VendorAccess, chunk: ChunkTask): Promise<AskedSerials> {
    return askSerials(
      batches,
      access,
      chunk.serials.filter((_, at) => isDue(chunk.results?.[at])),
    );
  }

  async function write(tx: Tx, chunk: ChunkTask, { answers, keep }: AskedSerials): Promise<void> {
    const results = chunk.serials.map((serial, at) => {
      const answer = answers.get(serial);
      return answer
        ? packAnswer(answer)
        : (chunk.results?.[at] ?? packAnswer(failedAnswer('It was not looked up.')));
    });
    await keep(tx);
    await chunks.finish(tx, chunk.run, chunk.chunk, results, countRows(results, chunk.rowsEach));
    await lanes.goOn(tx, chunk.run, chunk.chunk);
  }

  async function giveUp(chunk: ChunkTask, attempt: JobAttempt, sentence: string): Promise<void> {
    const due = chunk.serials.filter((_, at) => isDue(chunk.results?.[at]));
    const answers = new Map(due.map((serial) => [serial, failedAnswer(sentence)]));
    await attempt.finish((tx) => write(tx, chunk, { answers, keep: async () => undefined }));
  }

  async function onFailure(
    { kind, sentence, retryAfterSeconds }: BatchFailure,
    chunk: ChunkTask,
    { round, crashes }: Payload,
    attempt: JobAttempt,
  ): Promise<void> {
    if (kind === 'keys') return pause(chunk, attempt, sentence);
    const nextRound = kind === 'vendor' ? round + 1 : round;
    if (nextRound >= roundsAllowed) return giveUp(chunk, attempt, sentence);
    const pauseSeconds = kind === 'wait' ? retryAfterSeconds : Math.min(2 ** nextRound, longestPause);
    await attempt.finish((tx) =>
      lanes.enqueue(tx, chunk.run, chunk.chunk, {
        round: nextRound,
        crashes,
        startAfterSeconds: pauseSeconds,
      }),
    );
  }

  /** Only the user can help; the chunk waits with the run. */
  async function pause({ run }: ChunkTask, attempt: JobAttempt, problem: string): Promise<void> {
    await attempt.finish(async (tx) => {
      await runs.change(run, ['processing'], 'paused', { tx, problem });
    });
  }

  return { work };
}

/** Not asked yet, or asked in vain. */
function isDue(packed: PackedAnswer | null | undefined): boolean {
  return !packed || unpackAnswer(packed).outcome === 'failed';
}

function countRows(results: readonly PackedAnswer[], rowsEach: readonly number[]): DoneCounts {
  const counts: DoneCounts = {};
  for (const [at, packed] of results.entries()) {
    const { outcome } = unpackAnswer(packed);
    counts[outcome] = (counts[outcome] ?? 0) + (rowsEach[at] ?? 0);
  }
  return counts;
}
