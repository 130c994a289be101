import type { Db } from '../../platform/db/database.ts';
import type { OwnerLimits } from '../../platform/fairness/owner-limits.ts';
import { handleJob, scheduledJob } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { BatchLookup } from '../answers/batch-lookup.ts';
import type { LookupOptions, RunRef } from '../runs/run.ts';
import { createRunsStore } from '../runs/runs.store.ts';
import { createChunkWriter } from './chunk-writer.ts';
import { createChunksStore, type VendorChunking } from './chunks.store.ts';
import { processChunk } from './engine.jobs.ts';
import { createKnownAnswers } from './known-answers.ts';
import { createLanes } from './lanes.ts';
import { createChunkProcessor } from './process-chunk.ts';
import { createSerialResultsStore } from './serial-results.store.ts';
import { createSerialSets } from './serial-sets.ts';
import { createSweep } from './sweep.ts';
import { createTurns } from './turns.ts';

export interface EngineDeps {
  db: Db;
  jobs: Jobs;
  batches: BatchLookup;
  ownerLimits: OwnerLimits;
  runRetentionDays: number;
}

export type Engine = ReturnType<typeof createEngine>;

/** Looks up sets of serials in the background: those of the rows of a file, or of the devices of a scan. */
export function createEngine({ db, jobs, batches, ownerLimits, runRetentionDays }: EngineDeps) {
  const runs = createRunsStore<LookupOptions, unknown>(db);
  const chunks = createChunksStore(db);
  const answers = createSerialResultsStore(db);
  const turns = createTurns();
  const lanes = createLanes({ runs, chunks, queue: jobs.queue(processChunk), turns });
  const finish = createChunkWriter({ chunks, answers, batches, lanes, finishAll: jobs.finishAll });
  const work = createChunkProcessor({ runs, chunks, answers, batches, lanes, turns, finish });
  const sweep = createSweep({ runs, answers, lanes, retentionDays: runRetentionDays });

  /** Of the vendors that the owner has keys for. */
  async function chunkingOf(owner: OwnerId, vendors: readonly string[]): Promise<VendorChunking[]> {
    const rules = await Promise.all(
      vendors.map(async (vendor) => {
        const access = await batches.resolveAccess(owner, vendor);
        if (!access) return null;
        const { vendorId, owner: keyOwner, batchSize } = access;
        return { vendor, vendorId, owner: keyOwner, batchSize };
      }),
    );
    return rules.filter((rule) => rule !== null);
  }

  /** The results first: they are too many to be deleted by cascade. */
  async function removeRun(run: RunRef): Promise<void> {
    await answers.remove(run);
    await runs.transaction((tx) => runs.remove(tx, run.key));
  }

  return {
    chunks,
    lanes,
    chunkingOf,
    removeRun,
    prepareDay: answers.prepareDay,
    findKnownAnswers: createKnownAnswers({ batches, answers }),
    serialSets: createSerialSets({ runs, chunks, answers, lanes, batches, ownerLimits, chunkingOf }),
    jobs: [
      handleJob(processChunk, work, { concurrency: { count: 4, each: 3 } }),
      scheduledJob('bulk.sweep', '* * * * *', sweep),
    ],
    async eraseOwner(owner: OwnerId): Promise<void> {
      await runs.cancelOwned(owner);
      for (const run of await runs.listOwned(owner)) await removeRun(run);
    },
  };
}
