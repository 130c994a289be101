import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import type { JobAttempt } from '../../platform/jobs/job.ts';
import { systemCaller } from '../../platform/ownership/caller.ts';
import { type BatchLookup as Batches, type BatchFailure, toBatchFailure } from '../answers/batch-lookup.ts';
import { failAll, failedSerialResult, type SerialResult } from '../answers/serial-result.ts';
import type { DoneCounts } from '../runs/run.ts';
import type { EngineRuns } from '../runs/runs.store.ts';
import type { CallOptions } from '../vendors/vendor-calls.ts';
import { type ChunkOutcome, noCoverageEnd } from './chunk-reads.store.ts';
import type { FinishedChunk } from './chunk-writer.ts';
import type { ChunksStore, ChunkTask } from './chunks.store.ts';
import type { ChunkPayload } from './engine.jobs.ts';
import type { Lanes, RetryOptions } from './lanes.ts';
import { lookUpSerials } from './lookup-serials.ts';
import type { SerialResultsStore } from './serial-results.store.ts';
import type { Turns } from './turns.ts';

/** Attempts that ended without a result: the worker died, possibly because of this chunk. */
const maxCrashes = 5;
/** After each crash, on average: several minutes in all, so that a host that loses its workers again and again has time to recover. */
const crashDelaysSeconds = [5, 20, 60, 180];
/** How often a vendor may fail a chunk before its rows count as failed. */
const maxRounds = 8;
const maxBackoffSeconds = 60;

export interface ChunkWorkDeps {
  runs: EngineRuns;
  chunks: ChunksStore;
  answers: SerialResultsStore;
  batches: Batches;
  lanes: Lanes;
  turns: Pick<Turns, 'moveTo'>;
  /** Writes the chunk and finishes its job. */
  finish(chunk: FinishedChunk): Promise<void>;
}

type Known = ReadonlyMap<string, SerialResult>;

/** Looks up one chunk: cached answers first, one call for the rest, results and job completion in one transaction. */
export function createChunkProcessor(deps: ChunkWorkDeps) {
  const { runs, chunks, answers, batches, lanes, turns, finish } = deps;

  const tryAgain = (task: ChunkTask, attempt: JobAttempt, again: RetryOptions): Promise<void> =>
    attempt.finish((tx) => lanes.enqueue(tx, task.run, task.chunk, again));

  /**
   * Any of the dead worker's chunks may have crashed it, or none of them. They are retried at different times, further apart
   * after every crash: neither a chunk that happens to run next to the one that crashes the worker nor one whose workers
   * are killed for another reason must be given up.
   */
  async function afterCrash(chunk: ChunkTask, payload: ChunkPayload, attempt: JobAttempt): Promise<void> {
    const crashes = payload.crashes + attempt.attempt;
    if (crashes >= maxCrashes) return giveUp(chunk, attempt, 'The lookup failed several times.');
    const delaySeconds = crashDelaysSeconds[crashes - 1] ?? 0;
    const startAfterSeconds = Math.ceil((0.5 + Math.random()) * delaySeconds);
    await tryAgain(chunk, attempt, { round: payload.round, crashes, startAfterSeconds });
  }

  /** The results of an earlier round; only its failed serials are looked up again. */
  async function previousResults({ isRetry, run, vendor, serials }: ChunkTask): Promise<Known> {
    return isRetry ? answers.find(run, vendor, serials) : new Map();
  }

  async function giveUp(chunk: ChunkTask, attempt: JobAttempt, sentence: string): Promise<void> {
    const known = await previousResults(chunk);
    const failed = failAll(pendingSerials(chunk, known), sentence);
    const outcome = outcomeOf(chunk, known, failed);
    await finish({ task: chunk, attempt, outcome, access: null, answers: failed, cacheable: new Map() });
  }

  async function onFailure(
    { kind, sentence, retryAfterSeconds }: BatchFailure,
    chunk: ChunkTask,
    { round, crashes }: ChunkPayload,
    attempt: JobAttempt,
  ): Promise<void> {
    if (kind === 'keys') return pause(chunk, attempt, { problem: sentence });
    if (kind === 'limit') return pause(chunk, attempt, { problem: sentence, forSeconds: retryAfterSeconds });
    const nextRound = kind === 'vendor' ? round + 1 : round;
    if (nextRound >= maxRounds) return giveUp(chunk, attempt, sentence);
    const startAfterSeconds =
      kind === 'wait' ? retryAfterSeconds : Math.min(2 ** nextRound, maxBackoffSeconds);
    await tryAgain(chunk, attempt, { round: nextRound, crashes, startAfterSeconds });
  }

  /**
   * Pauses the run until the user fixes the keys, or until the daily limit is reset. If the run was resumed in the
   * meantime, the chunk is retried instead.
   */
  async function pause(
    task: ChunkTask,
    attempt: JobAttempt,
    { problem, forSeconds = null }: { problem: string; forSeconds?: number | null },
  ): Promise<void> {
    const { run, chunk, claimedAt } = task;
    await attempt.finish(async (tx) => {
      if (!(await runs.pause(tx, { key: run.key, learnedAt: claimedAt, problem, forSeconds })))
        await lanes.enqueue(tx, run, chunk);
    });
  }

  return async function work(payload: ChunkPayload, attempt: JobAttempt): Promise<void> {
    turns.moveTo(payload.turn ?? 0);
    const chunk = await chunks.claim(payload.run, payload.chunk, attempt.id);
    if (!chunk) return;
    if (attempt.attempt > 0) return afterCrash(chunk, payload, attempt);
    const access = await batches.resolveAccess(chunk.run.owner, chunk.vendor);
    if (!access) return pause(chunk, attempt, { problem: `No ${chunk.vendor} keys are configured.` });
    try {
      const known = await previousResults(chunk);
      const asked = await lookUpSerials(batches, access, pendingSerials(chunk, known), callOptions(chunk));
      const outcome = outcomeOf(chunk, known, asked.answers);
      await finish({ task: chunk, attempt, outcome, access, ...asked });
    } catch (error) {
      const failure = toBatchFailure(chunk.vendor, error);
      if (!failure) throw error;
      await onFailure(failure, chunk, payload, attempt);
    }
  };
}

const callOptions = ({ run: { owner, clientKey } }: ChunkTask): CallOptions => ({
  callClass: 'bulk',
  context: { caller: systemCaller(owner, clientKey), isRun: true },
});

/** Serials not looked up yet, or whose lookup failed. */
function pendingSerials({ serials }: ChunkTask, known: Known): string[] {
  return serials.filter((serial) => isFailedOutcome(known.get(serial)?.outcome ?? 'failed'));
}

function outcomeOf({ chunk, serials, rowsPerSerial }: ChunkTask, known: Known, found: Known): ChunkOutcome {
  const counts: DoneCounts = {};
  let unknownCheckedAt: string | null = null;
  const ends = serials.map((serial, index) => {
    const answer = found.get(serial) ?? known.get(serial);
    const { outcome, endsAt, checkedAt, noCoverage } = answer ?? failedSerialResult('');
    counts[outcome] = (counts[outcome] ?? 0) + (rowsPerSerial[index] ?? 0);
    if (outcome !== 'found' && checkedAt && checkedAt > (unknownCheckedAt ?? ''))
      unknownCheckedAt = checkedAt;
    if (outcome !== 'found') return null;
    return noCoverage ? noCoverageEnd : (endsAt ?? '');
  });
  return { chunk, counts, ends, unknownCheckedAt };
}
