import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import type { DownloadChoice } from '../run/download.ts';
import { everyRow, type RowChoice } from '../run/row-choice.ts';
import { useWholeReport } from '../run/use-runs.ts';
import { Changes } from './Changes.tsx';
import { Differences } from './Differences.tsx';

interface RunChangesProps {
  run: BulkRun;
  choice: DownloadChoice;
  onChoice: (choice: DownloadChoice) => void;
  /** Opens these rows of the results. */
  onOpen: (rows: RowChoice) => void;
}

/** Compares every row when opened: changes are counted, not estimated from the first rows. */
export function RunChanges({ run, choice, onChoice, onOpen }: RunChangesProps) {
  const { data, error, isFetching, refetch } = useWholeReport(run);
  if (data)
    return (
      <div className="space-y-6">
        <Differences run={run} report={data} onShow={() => onOpen({ ...everyRow, filter: 'differs' })} />
        <Changes report={data} choice={choice} onChoice={onChoice} />
      </div>
    );
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
