import type { BulkRun, Progress } from '@warranty/contracts/bulk-lookup';
import { RequestError } from '@warranty/contracts/client';
import { countFailed } from '@warranty/contracts/row-outcome';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { defaultDownloadChoice } from './download.ts';
import { RunCard } from './RunCard.tsx';
import { RunOutcome } from './RunOutcome.tsx';
import { isLive, progressOf } from './run-state.ts';
import { useProgress } from './useProgress.ts';
import { invalidateRun, invalidateRuns, useRun } from './useRuns.ts';

interface RunViewProps {
  runId: string;
  /** It was started just now, on this page. */
  isNew: boolean;
  onClose: () => void;
}

/** The run that the address names: still under way, or found again later. */
export function RunView({ runId, isNew, onClose }: RunViewProps) {
  const { data: run, error, isPending, isFetching, refetch } = useRun(runId);
  if (isPending) return <LoadingState label="Reading the run..." />;
  if (run) return <KnownRun key={run.id} run={run} isNew={isNew} onClose={onClose} />;
  const isMissing = error instanceof RequestError && error.status === 404;
  return (
    <div className="space-y-4">
      {isMissing ? (
        <ErrorState title="This run is not here">
          Runs are kept for 7 days, and only the browser that started one can open it.
        </ErrorState>
      ) : (
        <ErrorState title="The run could not be read" onRetry={() => refetch()} retrying={isFetching}>
          It goes on without this page. Try again shortly.
        </ErrorState>
      )}
      <div className="text-center">
        <Button onClick={onClose}>Look up a file</Button>
      </div>
    </div>
  );
}

interface KnownRunProps {
  run: BulkRun;
  isNew: boolean;
  onClose: () => void;
}

function KnownRun({ run, isNew, onClose }: KnownRunProps) {
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
  return (
    <section aria-labelledby="run" className="space-y-6">
      <RunCard {...{ run, shown, isUnreachable, isLost, choice, isNew, onClose }} />
      <RunOutcome
        run={run}
        hasFailures={countFailed(shown.counts) > 0}
        choice={choice}
        onChoice={setChoice}
      />
    </section>
  );
}

/** A run that is opened early has no rows yet and another status; its progress tells when that is over. */
function useRereadOnceLoaded(run: BulkRun, { total, current }: Progress): void {
  const isBehind =
    total !== run.totalRows || (current > 0 && run.status !== 'processing' && isLive(run.status));
  // Asked again with every step, because the run may have been on its way when it was read.
  const step = isBehind ? current : null;
  useEffect(() => {
    if (step !== null) invalidateRun(run.id);
  }, [step, run.id]);
}
