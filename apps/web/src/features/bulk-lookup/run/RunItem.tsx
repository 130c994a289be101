import { Link } from '@tanstack/react-router';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatAgo } from '../../../lib/format/age.ts';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { formatTime } from '../../../lib/format/format-time.ts';
import { RunBadge } from './RunBadge.tsx';
import { runName } from './run-state.ts';

interface RunItemProps {
  run: BulkRun;
  isOpen?: boolean;
  /** Another run in the list has the same name, so its time must tell them apart. */
  isNamesake?: boolean;
  /** What else of the address stays when the run is opened. */
  keep?: Record<string, string>;
}

/** One run of a list, as a link to it. */
export function RunItem({ run, isOpen = false, isNamesake = false, keep }: RunItemProps) {
  const now = useNow();
  const { failed, 'not-known': notKnown, ambiguous } = run.counts;
  const notFound = notKnown + ambiguous;
  return (
    <li>
      <Link
        to="/bulk-lookup"
        search={{ run: run.id, ...keep }}
        aria-current={isOpen ? 'true' : undefined}
        className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-sm px-2 py-2 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft"
      >
        {/* On a phone the numbers would leave no space for the name on the same line. */}
        <span className="min-w-0 flex-1 basis-full truncate font-medium sm:basis-0">{runName(run)}</span>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2 text-sm tabular-nums">
          {notFound > 0 && <span className="text-danger">{formatNumber(notFound)} not found</span>}
          {failed > 0 && <span className="text-danger">{formatNumber(failed)} failed</span>}
          <span>{formatCount(run.totalRows, 'row')}</span>
          {run.createdBy && <span>{run.createdBy}</span>}
          <span title={run.createdAt}>
            {isNamesake ? `started ${formatTime(run.createdAt, now)}` : formatAgo(run.createdAt, now)}
          </span>
          <RunBadge status={run.status} isWaiting={run.continuesAt !== null} />
        </span>
      </Link>
    </li>
  );
}
