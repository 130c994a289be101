import type { readBulkReport } from '@warranty/contracts/bulk-results';
import type { ReplyOf } from '@warranty/contracts/endpoint';
import type { OutcomeCounts } from '@warranty/contracts/row-outcome';
import { useNow } from '../../../lib/use-now.ts';
import { Card } from '../../../ui/Card.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { ResultFilter } from '../run/outcome-labels.ts';
import { ExpiryChart } from './ExpiryChart.tsx';
import { expiriesFrom, noCoverageShare, sharesOf } from './fleet.ts';
import { StatusBar } from './StatusBar.tsx';

export type Report = ReplyOf<typeof readBulkReport>;

interface FleetChartProps {
  report: Pick<Report, 'statuses' | 'noCoverage' | 'expiriesPerMonth'>;
  /** All rows of the run by outcome. */
  counts: OutcomeCounts;
  filter?: ResultFilter | null;
  onFilter: (filter: ResultFilter | null) => void;
}

/** SVG does not adopt forced colors automatically, unlike text. */
const systemColors =
  'forced-colors:[--surface:Canvas] forced-colors:[--line:GrayText] forced-colors:[--accent:Highlight] forced-colors:[--ink:CanvasText] forced-colors:[--active:CanvasText] forced-colors:[--expiring:CanvasText] forced-colors:[--expired:CanvasText] forced-colors:[--unknown:CanvasText]';

/** Overview of the fleet: current coverage and when it ends. */
export function FleetChart({ report, counts, filter, onFilter }: FleetChartProps) {
  const now = useNow();
  const shares = sharesOf(report.statuses, counts);
  return (
    <Card as="section" aria-labelledby="fleet" className={`gap-6 p-5 break-inside-avoid ${systemColors}`}>
      <div>
        <h3 id="fleet" className="font-semibold">
          Fleet
        </h3>
        <StatusBar
          shares={shares}
          noCoverage={noCoverageShare(shares, report.noCoverage)}
          filter={filter}
          onFilter={onFilter}
        />
      </div>
      <ExpiryChart expiries={expiriesFrom(report.expiriesPerMonth, now)} />
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
