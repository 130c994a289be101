import type { JobPayload } from '@warranty/contracts/jobs';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import type { JobAttempt } from '../../platform/jobs/jobs.ts';
import { type Batches, type BatchFailure, toBatchFailure } from '../warranty/warranty.ts';
import type { FinishedChunk } from './chunk-writer.ts';
import type { ChunkOutcome, ChunksStore, ChunkTask } from './chunks.store.ts';
import type { Lanes } from './lanes.ts';
import { lookUpSerials } from './lookup-serials.ts';
import type { DoneCounts, RunsStore } from './runs.store.ts';
import { failedSerialResult, type SerialResult } from './serial-result.ts';
import type { SerialResultsStore } from './serial-results.store.ts';

/** Deliveries that ended without a word: the process died, and whatever is in this chunk may be the reason. */
const maxCrashes = 5;
/** Times a vendor may fail a chunk before its rows count as failed. */
const maxRounds = 8;
const maxBackoffSeconds = 60;

export interface ChunkWorkDeps {
  runs: RunsStore;
  chunks: ChunksStore;
  answers: SerialResultsStore;
  batches: Batches;
  lanes: Lanes;
  /** Writes it, and ends its job. */
  finish(chunk: FinishedChunk): Promise<void>;
}

type Payload = JobPayload<'bulk.chunk'>;
type Known = ReadonlyMap<string, SerialResult>;

/** Looks one chunk up: kept answers first, one call for the rest, results and the end of the job in one transaction. */
export function createChunkProcessor({ runs, chunks, answers, batches, lanes, finish }: ChunkWorkDeps) {
  async function work(payload: Payload, attempt: JobAttempt): Promise<void> {
    const chunk = await chunks.claim(payload.run, payload.chunk, attempt.id);
    if (!chunk) return attempt.finish(async () => undefined);
    if (attempt.attempt > 0) return afterCrash(chunk, payload, attempt);
    const access = await batches.resolveAccess(chunk.owner, chunk.vendor);
    if (!access) return pause(chunk, attempt, `There are no keys for ${chunk.vendor}.`);
    try {
      const known = await previousResults(chunk);
      const asked = await lookUpSerials(batches, access, pendingSerials(chunk, known));
      await finish({
        task: chunk,
        attempt,
        outcome: outcomeOf(chunk, known, asked.answers),
        access,
        ...asked,
      });
    } catch (error) {
      const failure = toBatchFailure(chunk.vendor, error);
      if (!failure) throw error;
      await onFailure(failure, chunk, payload, attempt);
    }
  }

  /** One of the chunks that a dead worker had in hand may have killed it: from now on they come at different times. */
  async function afterCrash(chunk: ChunkTask, payload: Payload, attempt: JobAttempt): Promise<void> {
    const crashes = payload.crashes + attempt.attempt;
    if (crashes >= maxCrashes) return giveUp(chunk, attempt, 'Looking it up failed several times.');
    const again = {
      round: payload.round,
      crashes,
      startAfterSeconds: Math.ceil(Math.random() * 3 * crashes),
    };
    await attempt.finish((tx) => lanes.enqueue(tx, chunk.run.key, chunk.chunk, again));
  }

  /** What an earlier round found; only what failed in it is asked for again. */
  async function previousResults({ isRetry, run, vendor, serials }: ChunkTask): Promise<Known> {
    return isRetry ? answers.find(run, vendor, serials) : new Map();
  }

  async function giveUp(chunk: ChunkTask, attempt: JobAttempt, sentence: string): Promise<void> {
    const known = await previousResults(chunk);
    const failed = new Map(
      pendingSerials(chunk, known).map((serial) => [serial, failedSerialResult(sentence)]),
    );
    const outcome = outcomeOf(chunk, known, failed);
    await finish({ task: chunk, attempt, outcome, access: null, answers: failed, cacheable: new Map() });
  }

  async function onFailure(
    { kind, sentence, retryAfterSeconds }: BatchFailure,
    chunk: ChunkTask,
    { round, crashes }: Payload,
    attempt: JobAttempt,
  ): Promise<void> {
    if (kind === 'keys') return pause(chunk, attempt, sentence);
    const nextRound = kind === 'vendor' ? round + 1 : round;
    if (nextRound >= maxRounds) return giveUp(chunk, attempt, sentence);
    const pauseSeconds = kind === 'wait' ? retryAfterSeconds : Math.min(2 ** nextRound, maxBackoffSeconds);
    await attempt.finish((tx) =>
      lanes.enqueue(tx, chunk.run.key, chunk.chunk, {
        round: nextRound,
        crashes,
        startAfterSeconds: pauseSeconds,
      }),
    );
  }

  /** Only the user can help; the chunk waits with the run. Where the user has helped in the meantime it is tried again. */
  async function pause(
    { run, chunk, claimedAt }: ChunkTask,
    attempt: JobAttempt,
    problem: string,
  ): Promise<void> {
    await attempt.finish(async (tx) => {
      if (!(await runs.pause(tx, run.key, claimedAt, problem))) await lanes.enqueue(tx, run.key, chunk);
    });
  }

  return { work };
}

/** Not asked yet, or asked in vain. */
function pendingSerials({ serials }: ChunkTask, known: Known): string[] {
  return serials.filter((serial) => isFailedOutcome(known.get(serial)?.outcome ?? 'failed'));
}

function outcomeOf({ chunk, serials, rowsPerSerial }: ChunkTask, known: Known, found: Known): ChunkOutcome {
  const counts: DoneCounts = {};
  let unknownCheckedAt: string | null = null;
  const ends = serials.map((serial, at) => {
    const answer = found.get(serial) ?? known.get(serial);
    const { outcome, endsAt, checkedAt } = answer ?? failedSerialResult('');
    counts[outcome] = (counts[outcome] ?? 0) + (rowsPerSerial[at] ?? 0);
    if (outcome !== 'found' && checkedAt && checkedAt > (unknownCheckedAt ?? ''))
      unknownCheckedAt = checkedAt;
    return outcome === 'found' ? (endsAt ?? '') : null;
  });
  return { chunk, counts, ends, unknownCheckedAt };
}
