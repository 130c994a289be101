import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { RequestError } from '@warranty/contracts/core/client';
import type { Progress } from '@warranty/contracts/progress';
import { countFailed } from '@warranty/contracts/row-outcome';
import { type ComponentProps, useCallback, useEffect, useState } from 'react';
import { formatCount } from '../../lib/format/format-number.ts';
import { useRetention } from '../../shared/server/config.ts';
import { noteVendorCalls } from '../../shared/vendors/vendor-calls.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { RunOutcome } from './results/RunOutcome.tsx';
import { useDeletedRuns } from './run/deleted-runs.ts';
import { defaultDownloadChoice } from './run/download.ts';
import { RunCard } from './run/RunCard.tsx';
import { isLive, progressOf, runName } from './run/run-state.ts';
import { followRun } from './run/running-runs.ts';
import { useProgress } from './run/use-progress.ts';
import { invalidateRun, invalidateRuns, useRun } from './run/use-runs.ts';

interface RunViewProps {
  runId: string;
  /** The run was just started on this page, or its deletion was undone. */
  isNew: boolean;
  onClose: () => void;
  onDelete: (run: BulkRun) => void;
}

/** The run named in the URL, active or finished. */
export function RunView({ runId, isNew, onClose, onDelete }: RunViewProps) {
  const { data: run, error, isPending, isFetching, refetch } = useRun(runId);
  const { bulkRunDays } = useRetention();
  const isDeleted = useDeletedRuns().has(runId);
  // As tall as the window, so that what is below does not move when the run appears.
  if (isPending)
    return (
      <div className="min-h-dvh">
        <LoadingState label="Loading run..." />
      </div>
    );
  if (run && !isDeleted) {
    return <KnownRun key={run.id} run={run} isNew={isNew} onClose={onClose} onDelete={() => onDelete(run)} />;
  }
  const isMissing = isDeleted || (error instanceof RequestError && error.status === 404);
  return (
    <div className="space-y-4">
      {isMissing ? (
        <ErrorState title="Run not found">
          Runs are deleted after {formatCount(bulkRunDays, 'day')} and can only be opened by the user who
          started them.
        </ErrorState>
      ) : (
        <ErrorState title="Failed to load the run" onRetry={() => refetch()} retrying={isFetching}>
          If it is still in progress, it continues on the server. Try again later.
        </ErrorState>
      )}
      <div className="text-center">
        <Button onClick={onClose}>Look up a file</Button>
      </div>
    </div>
  );
}

type KnownRunProps = Pick<ComponentProps<typeof RunCard>, 'run' | 'isNew' | 'onClose' | 'onDelete'>;

function KnownRun({ run, isNew, onClose, onDelete }: KnownRunProps) {
  const [choice, setChoice] = useState(defaultDownloadChoice);
  const onStop = useCallback(() => {
    invalidateRun(run.id);
    invalidateRuns();
  }, [run.id]);
  const { progress, isUnreachable, isLost } = useProgress({
    runId: run.id,
    live: isLive(run.status),
    onStop,
  });
  const shown = progressOf(run, progress);
  useRereadOnceLoaded(run, shown);
  useFollowed(run);
  useNoteVendorCalls(shown);
  return (
    <section aria-labelledby="run" className="space-y-4">
      <RunCard {...{ run, shown, isUnreachable, isLost, choice, isNew, onClose, onDelete }} />
      <RunOutcome {...{ run, choice }} hasFailures={countFailed(shown.counts) > 0} onChoice={setChoice} />
    </section>
  );
}

/** Other pages show that the run is in progress. */
function useFollowed(run: BulkRun): void {
  const [id, name, live] = [run.id, runName(run), isLive(run.status)];
  useEffect(() => {
    if (live) followRun({ id, name });
  }, [live, id, name]);
}

/** Shows what is left of the daily limit, and in the list that the run waits. */
function useNoteVendorCalls({ current, continuesAt }: Progress): void {
  const isUsedUp = continuesAt !== null;
  useEffect(() => {
    if (current > 0 || isUsedUp) noteVendorCalls(isUsedUp);
  }, [current, isUsedUp]);
  useEffect(() => {
    if (isUsedUp) invalidateRuns();
  }, [isUsedUp]);
}

/** A run that is opened early has no rows and an earlier status; its progress shows when to refetch it. */
function useRereadOnceLoaded(run: BulkRun, { total, current }: Progress): void {
  const isBehind =
    total !== run.totalRows || (current > 0 && run.status !== 'processing' && isLive(run.status));
  // Refetch on every step, because the run may still have been loading at the last fetch.
  const step = isBehind ? current : null;
  useEffect(() => {
    if (step !== null) invalidateRun(run.id);
  }, [step, run.id]);
}
