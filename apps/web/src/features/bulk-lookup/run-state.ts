import type { BulkRun, Progress, RunStatus } from '@warranty/contracts/bulk-lookup';
import type { OutcomeCounts } from '@warranty/contracts/row-outcome';

/** Something still happens by itself. */
export function isLive(status: RunStatus): boolean {
  return status === 'created' || status === 'loading' || status === 'processing';
}

/** Nothing will happen any more unless somebody asks for it. */
export function isFinished(status: RunStatus): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'error';
}

export const runStatusLabels: Record<RunStatus, string> = {
  created: 'Waiting for the file',
  loading: 'Reading the file',
  processing: 'Processing',
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
  error: 'Failed',
};

export function rowsDone(counts: OutcomeCounts): number {
  const { pending: _, ...done } = counts;
  return Object.values(done).reduce((sum, count) => sum + count, 0);
}

/** What the screen shows of a run: the progress record while there is one, the run itself otherwise. */
export function progressOf(run: BulkRun, progress: Progress | null): Progress {
  if (progress && (isLive(run.status) || run.status === 'paused')) return progress;
  const status = run.status === 'created' || run.status === 'loading' ? 'processing' : run.status;
  return {
    current: rowsDone(run.counts),
    total: run.totalRows,
    message: run.message,
    status,
    rowsPerSecond: null,
    secondsLeft: null,
    counts: run.counts,
  };
}
