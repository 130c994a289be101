import { Link } from '@tanstack/react-router';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { countFailed } from '@warranty/contracts/row-outcome';
import { RotateCw } from 'lucide-react';
import { formatAgo } from '../../../lib/age.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { useRetention } from '../../../lib/retention.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { RunBadge } from './RunBadge.tsx';
import { useRuns } from './useRuns.ts';

/** All stored runs, available after the tab was closed. */
export function RunList({ openId }: { openId: string | null }) {
  const { bulkRunDays } = useRetention();
  const { data: runs = [], error, isFetching, isPending, refetch } = useRuns();
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
          icon={<RotateCw aria-hidden size={14} />}
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
          <Run key={run.id} run={run} isOpen={run.id === openId} />
        ))}
      </ul>
    </section>
  );
}

function Run({ run, isOpen }: { run: BulkRun; isOpen: boolean }) {
  const now = useNow();
  const failed = countFailed(run.counts);
  return (
    <li>
      <Link
        to="/bulk-lookup"
        search={{ run: run.id }}
        aria-current={isOpen ? 'true' : undefined}
        className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-sm px-2 py-2 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft"
      >
        {/* On a phone the numbers would leave no space for the name on the same line. */}
        <span className="min-w-0 flex-1 basis-full truncate font-medium sm:basis-0">
          {run.fileName ?? 'Uploaded rows'}
        </span>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 text-sm tabular-nums">
          {failed > 0 && <span className="text-danger">{formatCount(failed, 'failed row')}</span>}
          <span>{formatCount(run.totalRows, 'row')}</span>
          <span title={run.createdAt}>{formatAgo(run.createdAt, now)}</span>
          <RunBadge status={run.status} isWaiting={run.continuesAt !== null} />
        </span>
      </Link>
    </li>
  );
}
