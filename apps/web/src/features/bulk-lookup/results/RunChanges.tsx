import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import type { DownloadChoice } from '../run/download.ts';
import { useWholeReport } from '../run/useRuns.ts';
import { Changes } from './Changes.tsx';

interface RunChangesProps {
  run: BulkRun;
  choice: DownloadChoice;
  onChoice: (choice: DownloadChoice) => void;
}

/** Compares every row when opened: changes are counted, not estimated from the first rows. */
export function RunChanges({ run, choice, onChoice }: RunChangesProps) {
  const { data, error, isFetching, refetch } = useWholeReport(run);
  if (data) return <Changes report={data} choice={choice} onChoice={onChoice} />;
  if (!error) return <LoadingState label="Comparing the file before and after..." />;
  return (
    <ErrorState
      title="The changes could not be read"
      level={3}
      onRetry={() => refetch()}
      retrying={isFetching}
    >
      {error.message}
    </ErrorState>
  );
}
