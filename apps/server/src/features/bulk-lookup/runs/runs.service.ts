import { createHash, randomUUID } from 'node:crypto';
import type { AuditAction } from '@warranty/contracts/audit-actions';
import type { BulkRun, retryBulkRun } from '@warranty/contracts/bulk-lookup';
import type { Parsed } from '@warranty/contracts/core/endpoint';
import type { Progress } from '@warranty/contracts/progress';
import { retriedOutcomes } from '@warranty/contracts/row-outcome';
import { vendorsById } from '@warranty/contracts/vendors';
import { type HasNames, withCreators } from '../../../accounts/creators.ts';
import type { BatchLookup as Batches } from '../../../lookups/answers/batch-lookup.ts';
import type { ChunkSummary } from '../../../lookups/engine/chunk-reads.store.ts';
import type { Engine } from '../../../lookups/engine/engine.ts';
import { estimateSecondsLeft, windowSeconds } from '../../../lookups/engine/estimate.ts';
import type { NewRun, Retried } from '../../../lookups/runs/run.ts';
import type { StoredStatus } from '../../../lookups/runs/stored-runs.store.ts';
import { bulkCallsPerSecond } from '../../../lookups/vendors/gate.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { isUuid } from '../../../platform/is-uuid.ts';
import { type Caller, personOf } from '../../../platform/ownership/caller.ts';
import type { OwnerId } from '../../../platform/ownership/owner-id.ts';
import type { RequireStorage } from '../../../platform/storage-guard.ts';
import { discardFile, type FileStores, removeFile } from '../intake/discard-file.ts';
import type { PreparationQueue } from './preparation-queue.ts';
import {
  continuesAt,
  messageOf,
  notReady,
  outcomesOf,
  presentRun,
  retriable,
  runStatus,
} from './present-run.ts';
import { type ListedRun, type RunOptions, type RunRow, toStoredOptions } from './run.ts';
import type { RunQuotas } from './run-quotas.ts';

export interface RunsServiceDeps
  extends FileStores,
    HasNames,
    Pick<Engine, 'chunks' | 'lanes' | 'removeRun'> {
  audit: Pick<Audit, 'record' | 'recordAlone'>;
  preparations: Pick<PreparationQueue, 'add'>;
  batches: Batches;
  quotas: RunQuotas;
  requireStorage: RequireStorage;
  retentionDays: number;
}

type RetryRequest = Parsed<typeof retryBulkRun>['body'];

const canceled = { action: 'cancelled', event: 'run.canceled' } as const;
const resumed = { action: 'resumed', event: 'run.resumed' } as const;
const retried = { action: 'retried', event: 'run.retried' } as const;

export type RunsService = ReturnType<typeof createRunsService>;

export function createRunsService(deps: RunsServiceDeps) {
  const { runs, audit, chunks, lanes, preparations, batches, quotas, requireStorage, retentionDays } = deps;

  async function own(caller: Caller, id: string): Promise<RunRow> {
    const run = isUuid(id) ? await runs.find(caller.owner, id) : null;
    if (!run) throw new AppError('not_found');
    return run;
  }

  async function presentAll(caller: Caller, found: readonly ListedRun[]): Promise<BulkRun[]> {
    const keys = found.map(({ key }) => key);
    const summaryOf = await chunks.summaries(keys, batches.notKnownSeconds);
    const named = await withCreators(caller, found, deps);
    return named.map((run) => presentRun(run, summaryOf(run.key), retentionDays));
  }

  async function present(caller: Caller, run: RunRow): Promise<BulkRun> {
    const [presented] = (await presentAll(caller, [run])) as [BulkRun];
    return presented;
  }

  async function summarize({ key }: RunRow): Promise<ChunkSummary> {
    return (await chunks.summaries([key], batches.notKnownSeconds))(key);
  }

  /** Some vendors need several calls for a chunk. */
  const chunksPerSecond = (owner: OwnerId) => async (vendor: string) => {
    const access = await batches.resolveAccess(owner, vendor);
    if (!access) return Number.POSITIVE_INFINITY;
    const { serialsPerCall } = vendorsById[access.vendorId];
    return bulkCallsPerSecond(access) * (serialsPerCall / access.batchSize);
  };

  async function requireRetryable(tx: Tx, run: RunRow): Promise<void> {
    if (await chunks.hasOpen(run.key, tx)) return;
    const summaryOf = await chunks.summaries([run.key], batches.notKnownSeconds, tx);
    const { laterAt } = summaryOf(run.key).retry;
    if (!laterAt) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((laterAt.getTime() - Date.now()) / 1000));
    const time = laterAt.toISOString().slice(11, 16);
    throw new AppError('retry_too_early', { values: { time }, retryAfterSeconds });
  }

  /** A retried run counts as one of the owner's active ones again. */
  async function requirePlace(tx: Tx, { owner, key }: RunRow): Promise<void> {
    const quota = await quotas.of(owner, tx);
    await runs.lockOwner(tx, owner);
    quota.requireRun(await runs.sumStored(owner, { except: key, from: tx }));
  }

  /** Rows to look up that are in no chunk: their vendor is new, or the run was canceled before they were divided. */
  async function hasRowsWithoutChunk(tx: Tx, run: RunRow, added: readonly string[]): Promise<boolean> {
    if (added.some((vendor) => (run.unprocessed[vendor] ?? 0) > 0)) return true;
    if (await chunks.hasOpen(run.key, tx)) return false;
    const summaryOf = await chunks.summaries([run.key], batches.notKnownSeconds, tx);
    return outcomesOf(run, summaryOf(run.key)).pending > 0;
  }

  async function lookUpAgain(tx: Tx, given: RunRow, { vendors, outcomes }: Retried): Promise<void> {
    await requirePlace(tx, given);
    const added = outcomes.includes('not-processed') ? vendors : [];
    const run = await runs.addVendors(tx, given, added);
    await runs.showProgress(tx, run.key, true);
    await chunks.reopen(tx, run.key, { vendors, outcomes }, batches.notKnownSeconds);
    if (await hasRowsWithoutChunk(tx, run, added)) {
      await runs.change(run.key, ['processing'], 'preparing', { tx });
      await preparations.add(tx, run, run.totalRows);
      return;
    }
    if (outcomes.includes('not-known') || outcomes.includes('ambiguous')) await requireRetryable(tx, run);
    await lanes.start(tx, [run]);
  }

  /** Requires keys for every manufacturer to look up, before anything is stored. */
  async function requireVendorAccess(caller: Caller, vendors: readonly string[]): Promise<void> {
    for (const vendor of vendors)
      if (!(await batches.resolveAccess(caller.owner, vendor)))
        throw new AppError('vendor_keys_missing', { values: { vendor } });
  }

  /** Counts the run for the client only if it was created. */
  async function insert(caller: Caller, run: Pick<NewRun, 'id' | 'hash' | 'options'>) {
    const { owner, client } = caller;
    const quota = await quotas.of(owner);
    const refund = await quotas.runsOfAddress.take(caller, 1);
    const created = await runs
      .transaction(async (tx) => {
        await runs.lockOwner(tx, owner);
        quota.requireRun(await runs.sumStored(owner, { from: tx }));
        const inserted = await runs.insert(tx, {
          ...{ owner, clientKey: client.key, createdBy: personOf(caller) },
          ...run,
        });
        if (inserted) await audit.record(tx, caller, { action: 'run.created', targetId: run.id });
        return inserted;
      })
      .catch((error: unknown) => {
        refund();
        throw error;
      });
    if (!created) refund();
    return created;
  }

  /** The same id and body return the same run; the same id with another body is rejected. */
  async function create(
    caller: Caller,
    id: string | undefined,
    options: RunOptions,
    rowsHash: string | null = null,
  ): Promise<RunRow> {
    const hash = createHash('sha256')
      .update(JSON.stringify([options, rowsHash]))
      .digest();
    const wanted = id ?? randomUUID();
    const known = await runs.requestHash(caller.owner, wanted);
    if (known) {
      if (!known.equals(hash)) throw new AppError('run_conflict');
      return own(caller, wanted);
    }
    await requireVendorAccess(caller, options.vendors);
    await requireStorage();
    const run = await insert(caller, { id: wanted, hash, options: toStoredOptions(options) });
    return run ?? create(caller, wanted, options, rowsHash);
  }

  async function change(
    caller: Caller,
    id: string,
    from: readonly StoredStatus[],
    to: StoredStatus,
    { action, event }: { action: string; event: AuditAction },
    then: (tx: Tx, run: RunRow) => Promise<void> = async () => undefined,
  ): Promise<BulkRun> {
    const run = await own(caller, id);
    const changed = await runs.transaction(async (tx) => {
      const next = await runs.change(run.key, from, to, { tx });
      if (!next) throw notReady(run, action);
      await then(tx, next);
      await audit.record(tx, caller, { action: event, targetId: run.id });
      return next;
    });
    return present(caller, (await runs.findByKey(changed.key)) ?? changed);
  }

  return {
    own,
    present,
    create,
    requireStorage,

    list: async (caller: Caller) => presentAll(caller, await runs.list<ListedRun['options']>(caller.owner)),

    read: async (caller: Caller, id: string) => present(caller, await own(caller, id)),

    /** Keeps existing results, but deletes the rows of a file that was still being uploaded. */
    async cancel(caller: Caller, id: string): Promise<BulkRun> {
      const from = ['created', 'loading', 'preparing', 'processing', 'paused'] as const;
      const result = await change(caller, id, from, 'cancelled', canceled);
      const run = await runs.find(caller.owner, id);
      if (run?.status === 'cancelled' && !run.hasSource) await discardFile(deps, run);
      return result;
    },

    resume: (caller: Caller, id: string) =>
      change(caller, id, ['paused'], 'processing', resumed, async (tx, run) => {
        await runs.showProgress(tx, run.key, true);
        await lanes.start(tx, [run]);
      }),

    /** Looks up what failed or was not processed, and what a canceled run did not reach; other results stay. */
    async retry(caller: Caller, id: string, asked: RetryRequest): Promise<BulkRun> {
      const { options } = await own(caller, id);
      const added = asked.vendors?.filter((vendor) => !options.vendors.includes(vendor)) ?? [];
      await requireVendorAccess(caller, added);
      return change(caller, id, retriable, 'processing', retried, (tx, run) =>
        lookUpAgain(tx, run, {
          vendors: asked.vendors ?? run.options.vendors,
          outcomes: asked.outcomes ?? retriedOutcomes,
        }),
      );
    },

    async remove(caller: Caller, id: string): Promise<void> {
      const run = await own(caller, id);
      if (['loading', 'preparing', 'processing'].includes(run.status)) throw notReady(run, 'deleted');
      await runs.transaction(async (tx) => {
        await audit.record(tx, caller, { action: 'run.deleted', targetId: run.id });
        // Prevents new uploads.
        await runs.change(run.key, ['created', 'paused'], 'cancelled', { tx });
      });
      await removeFile(deps, run);
      await deps.removeRun(run);
    },

    async progress(caller: Caller, id: string): Promise<Progress> {
      const run = await own(caller, id);
      if (run.progressHidden) throw new AppError('not_found');
      const summary = await summarize(run);
      const counts = outcomesOf(run, summary);
      const total = run.totalRows;
      const watched = secondsWatched(run);
      const isProcessing = run.status === 'processing';
      return {
        current: total - counts.pending,
        total,
        message: messageOf(run, counts),
        status: progressStatus(run),
        continuesAt: continuesAt(run),
        rowsPerSecond: isProcessing
          ? summary.recentlyDone / Math.min(Math.max(watched, 1), windowSeconds)
          : null,
        secondsLeft: isProcessing
          ? await estimateSecondsLeft(await chunks.stages(run.key), watched, chunksPerSecond(run.owner))
          : null,
        counts,
      };
    },

    async hideProgress(caller: Caller, id: string): Promise<void> {
      const { key } = await own(caller, id);
      await runs.transaction(async (tx) => {
        await audit.record(tx, caller, { action: 'run.progress_deleted', targetId: id });
        await runs.showProgress(tx, key, false);
      });
    },

    noteDownload: (caller: Caller, { id }: RunRow) =>
      audit.recordAlone(caller, { action: 'run.downloaded', targetId: id }),
  };
}

function secondsWatched({ processingSince, startedAt }: RunRow): number {
  const since = processingSince ?? startedAt;
  return since ? (Date.now() - since.getTime()) / 1000 : 0;
}

function progressStatus(run: RunRow): Progress['status'] {
  const status = runStatus(run);
  return status === 'created' || status === 'loading' ? 'processing' : status;
}
