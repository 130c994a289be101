import type { BatchLookup as Batches } from '../../../lookups/answers/batch-lookup.ts';
import type { Engine } from '../../../lookups/engine/engine.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { JobAttempt } from '../../../platform/jobs/job.ts';
import { defaultThreadCount } from '../../../platform/threads/thread-count.ts';
import type { Stores } from '../stores.ts';
import type { PreparePayload } from './bulk-lookup.jobs.ts';
import type { PreparationQueue } from './preparation-queue.ts';
import type { RunRow } from './run.ts';

/** From this size on, the chunks take seconds, and a third less if the number of rows is known to the database. */
const manyRows = 20_000;
/** One more runs concurrently, so that small files need not wait for large ones. More would only take connections from others. */
const maxLargeFiles = defaultThreadCount;
export const preparedAtOnce = maxLargeFiles + 1;
const postponedSeconds = 1;

export interface PreparationDeps
  extends Pick<Stores, 'runs' | 'rows'>,
    Pick<Engine, 'chunks' | 'lanes' | 'chunkingOf'> {
  batches: Pick<Batches, 'hasFreshRecord'>;
  preparations: Pick<PreparationQueue, 'postpone'>;
}

/**
 * The step between upload and first call: finds the distinct serials and cached answers, and creates the chunks per vendor.
 */
export function createPreparation(deps: PreparationDeps) {
  const { runs, rows, chunks, lanes, chunkingOf, batches, preparations } = deps;
  let largeFiles = 0;

  /** Of a run that looks up more vendors than before, only the new ones. */
  async function newVendors({ key, startedAt, options }: RunRow): Promise<string[]> {
    const known = startedAt === null ? [] : await chunks.vendors(key);
    return options.vendors.filter((vendor) => !known.includes(vendor));
  }

  /** Rows of these vendors that an earlier round of the run did not process. */
  async function processRows(tx: Tx, run: RunRow, vendors: readonly string[]): Promise<number> {
    const isNeeded = vendors.some((vendor) => (run.unprocessed[vendor] ?? 0) > 0);
    return isNeeded ? rows.process(tx, run, vendors) : 0;
  }

  async function prepareLarge(run: RunRow, attempt: JobAttempt): Promise<void> {
    largeFiles += 1;
    try {
      await rows.analyze(run);
      await createChunks(run, attempt);
    } finally {
      largeFiles -= 1;
    }
  }

  async function createChunks(run: RunRow, attempt: JobAttempt): Promise<void> {
    const wanted = await newVendors(run);
    const rules = await chunkingOf(run.owner, wanted);
    await attempt.finish(async (tx) => {
      // A run that has results keeps them: rows without keys stay unprocessed.
      if (rules.length < wanted.length && run.startedAt === null) {
        const problem = 'The vendor keys have been deleted.';
        await runs.change(run.key, ['preparing'], 'error', { tx, problem });
        return;
      }
      const vendors = rules.map(({ vendor }) => vendor);
      const processed = await processRows(tx, run, vendors);
      const { hasFreshRecord } = batches;
      await chunks.createChunks(tx, run, { rules, serials: rows.distinctSerials(run), hasFreshRecord });
      if (processed > 0) await runs.countProcessed(tx, run, vendors, processed);
      const next = await runs.change(run.key, ['preparing'], 'processing', { tx });
      if (next) await lanes.start(tx, [next]);
    });
  }

  return async function prepare(payload: PreparePayload, attempt: JobAttempt): Promise<void> {
    const run = await runs.findByKey(payload.run);
    if (run?.status !== 'preparing') return;
    if (run.totalRows < manyRows) return createChunks(run, attempt);
    if (largeFiles < maxLargeFiles) return prepareLarge(run, attempt);
    await attempt.finish((tx) => preparations.postpone(tx, payload, postponedSeconds));
  };
}
