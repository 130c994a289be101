import type { BulkRun, RetryState, RunStatus } from '@warranty/contracts/bulk-lookup';
import { countFailed, type OutcomeCounts } from '@warranty/contracts/row-outcome';
import { formatNumber } from '@warranty/domain/csv/csv-error';
import { joinSentences } from '@warranty/domain/sentences';
import type { ChunkSummary } from '../../../lookups/engine/chunk-reads.store.ts';
import type { StoredStatus } from '../../../lookups/runs/stored-runs.store.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { NamedRun } from './run.ts';

const day = 24 * 3600 * 1000;
export const retriable: readonly StoredStatus[] = ['completed', 'cancelled'];

/** A run in the format of the contract. */
export function presentRun(run: NamedRun, summary: ChunkSummary, retentionDays: number): BulkRun {
  const counts = outcomesOf(run, summary);
  return {
    id: run.id,
    status: runStatus(run),
    continuesAt: continuesAt(run),
    fileName: run.options.fileName,
    format: run.format,
    keepsWorkbook: run.format === 'xlsx' && run.options.keepWorkbook === true,
    createdAt: run.createdAt.toISOString(),
    createdBy: run.createdBy,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    expiresAt: new Date(run.createdAt.getTime() + retentionDays * day).toISOString(),
    totalRows: run.totalRows,
    counts,
    retry: retryState(run, counts, summary),
    unprocessed: Object.entries(run.unprocessed)
      .map(([vendor, rows]) => ({ vendor, rows }))
      .sort((a, b) => b.rows - a.rows),
    vendors: run.options.vendors,
    message: messageOf(run, counts),
    manufacturerStats: run.manufacturerStats,
    notices: run.notices,
    noticesCount: run.noticesCount,
  };
}

export function outcomesOf(run: NamedRun, summary: ChunkSummary): OutcomeCounts {
  const { found, 'not-known': notKnown, ambiguous, failed } = summary.counts;
  const { skipped, notProcessed, totalRows } = run;
  const pending = totalRows - skipped - notProcessed - found - notKnown - ambiguous - failed;
  return { ...summary.counts, skipped, 'not-processed': notProcessed, pending: Math.max(0, pending) };
}

/** Empty unless the run can be retried. */
function retryState({ status }: NamedRun, counts: OutcomeCounts, { retry }: ChunkSummary): RetryState {
  if (!retriable.includes(status) || countFailed(counts) === 0)
    return { rows: 0, laterRows: 0, laterAt: null };
  return { ...retry, laterAt: retry.laterAt?.toISOString() ?? null };
}

function wireStatus(status: StoredStatus): RunStatus {
  return status === 'preparing' ? 'loading' : status;
}

export const notReady = ({ status }: Pick<NamedRun, 'status'>, action: string) =>
  new AppError('run_not_ready', { values: { status: wireStatus(status), action } });

/** A run that continues by itself is still in progress, so that clients wait for it. */
export function runStatus(run: NamedRun): RunStatus {
  return continuesAt(run) === null ? wireStatus(run.status) : 'processing';
}

export function continuesAt({ status, continuesAt }: NamedRun): string | null {
  return status === 'paused' ? (continuesAt?.toISOString() ?? null) : null;
}

export function messageOf(run: NamedRun, counts: OutcomeCounts): string {
  switch (run.status) {
    case 'created':
      return 'Waiting for the file.';
    case 'loading':
      return 'Reading the file.';
    case 'preparing':
      return 'Preparing lookups.';
    case 'processing':
      return `Processed ${formatNumber(run.totalRows - counts.pending)} of ${formatNumber(run.totalRows)} rows.`;
    case 'paused':
      return run.continuesAt ? 'Continues at 00:00 UTC' : joinSentences('Paused.', run.problem);
    case 'completed':
      return `Done: ${formatNumber(run.totalRows)} rows.`;
    case 'cancelled':
      return `Cancelled after ${formatNumber(run.totalRows - counts.pending)} of ${formatNumber(run.totalRows)} rows.`;
    case 'error':
      return run.problem ?? 'Processing failed';
  }
}
