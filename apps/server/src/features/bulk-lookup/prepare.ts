import type { JobAttempt } from '../../platform/jobs/job.ts';
import type { Batches } from '../warranty/warranty.ts';
import type { PreparePayload } from './bulk-lookup.jobs.ts';
import type { ChunksStore, VendorChunking } from './chunks.store.ts';
import type { Lanes } from './lanes.ts';
import type { RowsStore } from './rows.store.ts';
import type { RunRow, RunsStore } from './runs.store.ts';

export interface PreparationDeps {
  runs: RunsStore;
  rows: RowsStore;
  chunks: ChunksStore;
  lanes: Lanes;
  batches: Batches;
}

/**
 * The step between upload and first call: finds the distinct serials and cached answers, and creates the chunks per vendor.
 */
export function createPreparation({ runs, rows, chunks, lanes, batches }: PreparationDeps) {
  async function rulesFor({ owner, options }: RunRow): Promise<VendorChunking[]> {
    const rules = await Promise.all(
      options.vendors.map(async (vendor) => {
        const access = await batches.resolveAccess(owner, vendor);
        return (
          access && { vendor, vendorId: access.vendorId, scope: access.scope, batchSize: access.batchSize }
        );
      }),
    );
    return rules.filter((rule) => rule !== null);
  }

  return async function prepare(payload: PreparePayload, attempt: JobAttempt): Promise<void> {
    const run = await runs.findByKey(payload.run);
    if (run?.status !== 'preparing') return attempt.finish(async () => undefined);
    await rows.analyze(run);
    const rules = await rulesFor(run);
    await attempt.finish(async (tx) => {
      if (rules.length < run.options.vendors.length) {
        await runs.change(run.key, ['preparing'], 'error', {
          tx,
          problem: 'The vendor keys have been deleted.',
        });
        return;
      }
      await chunks.createChunks(tx, run, rules, batches.hasFreshRecord);
      const next = await runs.change(run.key, ['preparing'], 'processing', { tx });
      if (next) await lanes.start(tx, [next]);
    });
  };
}
