import type { BulkRun, RunStatus } from '@warranty/contracts/bulk-lookup';
import type { Progress } from '@warranty/contracts/progress';
import type { OutcomeCounts } from '@warranty/contracts/row-outcome';

/** The run advances without user action. */
export function isLive(status: RunStatus): boolean {
  return status === 'created' || status === 'loading' || status === 'processing';
}

/** No more work is scheduled, unless the user restarts it. */
export function isFinished(status: RunStatus): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'error';
}

/** Runs of other applications may have no file. */
export function runName({ fileName }: Pick<BulkRun, 'fileName'>): string {
  return fileName ?? 'Uploaded rows';
}

/** The names that several of these runs have. */
export function findNamesakes(runs: readonly Pick<BulkRun, 'fileName'>[]): ReadonlySet<string> {
  const names = runs.map(runName);
  return new Set(names.filter((name, index) => names.indexOf(name) !== index));
}

const statusLabels: Record<RunStatus, string> = {
  created: 'Waiting for the file',
  loading: 'Reading the file',
  processing: 'Processing',
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
  error: 'Failed',
};

export function runStatusLabel(status: RunStatus, isWaiting: boolean): string {
  return isWaiting ? 'Waiting' : statusLabels[status];
}

export function rowsDone(counts: OutcomeCounts): number {
  const { pending: _, ...done } = counts;
  return Object.values(done).reduce((sum, count) => sum + count, 0);
}

/** Progress shown on screen: from the progress record if there is one, otherwise from the run itself. */
export function progressOf(run: BulkRun, progress: Progress | null): Progress {
  if (progress && (isLive(run.status) || run.status === 'paused')) return progress;
  const status = run.status === 'created' || run.status === 'loading' ? 'processing' : run.status;
  return {
    current: rowsDone(run.counts),
    total: run.totalRows,
    message: run.message,
    status,
    continuesAt: run.continuesAt,
    rowsPerSecond: null,
    secondsLeft: null,
    counts: run.counts,
  };
}
