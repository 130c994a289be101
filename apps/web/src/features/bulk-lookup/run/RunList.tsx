import { RotateCw } from 'lucide-react';
import { formatCount } from '../../../lib/format/format-number.ts';
import { useRetention } from '../../../shared/server/config.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { RunItem } from './RunItem.tsx';
import { findNamesakes, runName } from './run-state.ts';
import { useRuns } from './use-runs.ts';

interface RunListProps {
  openId: string | null;
  /** What else of the address stays when a run is opened. */
  keep: Record<string, string>;
}

/** All stored runs, available after the tab was closed. */
export function RunList({ openId, keep }: RunListProps) {
  const { bulkRunDays } = useRetention();
  const { data: runs = [], error, isFetching, isPending, refetch } = useRuns();
  const namesakes = findNamesakes(runs);
  if (isPending || (runs.length === 0 && !error)) return null;
  return (
    <section aria-labelledby="runs" className="print:hidden">
      <div className="flex items-center justify-between gap-4">
        <h2 id="runs" className="font-semibold text-lg">
          Runs from the last {formatCount(bulkRunDays, 'day')}
        </h2>
        <Button
          size="sm"
          variant="ghost"
          className="-mr-3"
          icon={RotateCw}
          busy={isFetching}
          onClick={() => refetch()}
        >
          Refresh
        </Button>
      </div>
      {error && (
        <div className="mt-2">
          <Alert tone="danger" title={error.message} live="status" />
        </div>
      )}
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {runs.map((run) => (
          <RunItem
            key={run.id}
            run={run}
            isOpen={run.id === openId}
            isNamesake={namesakes.has(runName(run))}
            keep={keep}
          />
        ))}
      </ul>
    </section>
  );
}
