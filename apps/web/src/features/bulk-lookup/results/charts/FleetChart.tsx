import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { OutcomeCounts } from '@warranty/contracts/row-outcome';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { ErrorState } from '../../../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { everyRow, type RowChoice } from '../../run/row-choice.ts';
import { useFleet } from '../../run/use-runs.ts';
import { ExpiryChart } from './ExpiryChart.tsx';
import { expiriesFrom, type Fleet } from './fleet.ts';
import { StatusBar } from './StatusBar.tsx';

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

interface FleetChartProps {
  fleet: Fleet;
  /** All rows of the run by outcome. */
  counts: OutcomeCounts;
  /** Opens the rows that a part of the chart counts. */
  onOpen: (rows: RowChoice) => void;
}

/** SVG does not adopt forced colors automatically, unlike text. */
const systemColors =
  'forced-colors:[--surface:Canvas] forced-colors:[--line:GrayText] forced-colors:[--accent:Highlight] forced-colors:[--ink:CanvasText] forced-colors:[--active:CanvasText] forced-colors:[--expiring:CanvasText] forced-colors:[--expired:CanvasText] forced-colors:[--unknown:CanvasText]';

/** Overview of the fleet: current coverage and when it ends. */
export function FleetChart({ fleet, counts, onOpen }: FleetChartProps) {
  const now = useNow();
  return (
    <Card as="section" aria-labelledby="fleet" className={`gap-6 p-5 break-inside-avoid ${systemColors}`}>
      <div>
        <h3 id="fleet" className="font-semibold">
          Fleet
        </h3>
        <StatusBar fleet={fleet} counts={counts} onOpen={(filter) => onOpen({ ...everyRow, filter })} />
      </div>
      <ExpiryChart
        expiries={expiriesFrom(fleet.expiriesPerMonth, now)}
        onOpen={(ends) => onOpen({ ...everyRow, ends })}
      />
    </Card>
  );
}

/** Reserves space, so that the rows below do not shift when the chart loads. */
export function FleetChartSkeleton() {
  return (
    <Card aria-hidden className="gap-4 p-5">
      <Skeleton className="h-5 w-20" />
      <Skeleton className="h-7 w-full" />
      <Skeleton className="h-7 w-80 max-w-full" />
      <Skeleton className="h-44 w-full" />
    </Card>
  );
}
