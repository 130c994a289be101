import type { BulkRun, RunStatus } from '@warranty/contracts/bulk-lookup';
import type { Progress } from '@warranty/contracts/progress';
import type { OutcomeCounts } from '@warranty/contracts/row-outcome';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { formatTime } from '../../../lib/format/format-time.ts';

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

/** The name of a run, with its time if another one has the same name. */
export function runLabel(run: BulkRun, among: readonly BulkRun[], now: Date): string {
  const name = runName(run);
  return findNamesakes(among).has(name) ? `${name}, ${formatTime(run.createdAt, now)}` : name;
}

const endings = { completed: 'is done', cancelled: 'was canceled', paused: 'is paused', error: 'failed' };

/** What to tell the user when a run stops; null if it goes on. */
export function runEnd(name: string, { status, counts, totalRows, message }: BulkRun) {
  if (isLive(status)) return null;
  const isFailure = status === 'error' || status === 'paused';
  return {
    title: `${name} ${endings[status as keyof typeof endings]}`,
    description: isFailure
      ? message
      : `${formatNumber(counts.found)} of ${formatCount(totalRows, 'row')} found.`,
    isFailure,
  };
}
