import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { ErrorState } from '../../../../ui/feedback/ErrorState.tsx';
import type { RowChoice } from '../../run/row-choice.ts';
import { useFleet } from '../../run/use-runs.ts';
import { FleetChart, FleetChartSkeleton } from './FleetChart.tsx';

interface RunFleetProps {
  run: BulkRun;
  onOpen: (rows: RowChoice) => void;
}

/** The coverage of a finished run as a chart. */
export function RunFleet({ run, onOpen }: RunFleetProps) {
  const { data, error, isFetching, refetch } = useFleet(run);
  if (data) return <FleetChart fleet={data} counts={run.counts} onOpen={onOpen} />;
  if (!error) return <FleetChartSkeleton />;
  return (
    <ErrorState title="Failed to load the chart" level={3} onRetry={() => refetch()} retrying={isFetching}>
      The results are saved on the server.
    </ErrorState>
  );
}
