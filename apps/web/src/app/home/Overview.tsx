import { Link } from '@tanstack/react-router';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { type ReactNode, Suspense, useEffect, useId } from 'react';
import { RunItem } from '../../features/bulk-lookup/run/RunItem.tsx';
import { findNamesakes, isFinished, runName } from '../../features/bulk-lookup/run/run-state.ts';
import { useRuns } from '../../features/bulk-lookup/run/use-runs.ts';
import { type RecentLookup, useRecentLookups } from '../../features/warranty/recent-lookups.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { StatusBadge } from '../../shared/warranty/StatusBadge.tsx';
import { statusNow } from '../../shared/warranty/warranty-status.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { lazyPart, missingContent } from '../../ui/lazy-part.tsx';
import { NeedsAction } from './NeedsAction.tsx';
import { NothingYet } from './NothingYet.tsx';
import { actionsOfRuns } from './needs-action.ts';

/** New users have no runs, and need no chart. */
const RunOverview = lazyPart(() => import('./RunOverview.tsx'), missingContent);

const maxRuns = 5;

interface OverviewProps {
  /** Called once the height will no longer change by itself. */
  onShown: () => void;
  whilePending: ReactNode;
}

/** Below the box: what needs action, coverage, and what the user did here before. */
export default function Overview({ onShown, whilePending }: OverviewProps) {
  const { data: runs = [], isPending, error, isFetching, refetch } = useRuns({ follow: true });
  const recent = useRecentLookups();
  const [newest, ...others] = runs
    .filter(({ status, totalRows }) => isFinished(status) && totalRows > 0)
    .slice(0, maxRuns);
  const isEmpty = runs.length === 0 && recent.length === 0;
  const isWhole = !isPending && !newest;
  useEffect(() => {
    if (isWhole) onShown();
  }, [isWhole, onShown]);
  if (isPending) return whilePending;
  const actions = actionsOfRuns(runs.slice(0, maxRuns));
  const lists = !isEmpty && <RecentWork runs={runs.slice(0, maxRuns)} lookups={recent.slice(0, maxRuns)} />;
  return (
    <div className="space-y-8">
      {isEmpty && !error && <NothingYet />}
      {error && (
        <ErrorState title="Failed to load your runs" onRetry={() => refetch()} retrying={isFetching}>
          Runs in progress continue on the server. Lookups above still work.
        </ErrorState>
      )}
      {newest ? (
        <Suspense>
          <RunOverview runs={[newest, ...others]} actions={actions} onShown={onShown}>
            {lists}
          </RunOverview>
        </Suspense>
      ) : (
        <>
          <NeedsAction actions={actions} />
          {lists}
        </>
      )}
    </div>
  );
}

function RecentWork({ runs, lookups }: { runs: BulkRun[]; lookups: RecentLookup[] }) {
  const namesakes = findNamesakes(runs);
  return (
    <div className="grid items-start gap-8 *:min-w-0 lg:grid-cols-2">
      {runs.length > 0 && (
        <Part title="Recent runs" link={<Link to="/bulk-lookup">All runs</Link>}>
          {runs.map((run) => (
            <RunItem key={run.id} run={run} isNamesake={namesakes.has(runName(run))} />
          ))}
        </Part>
      )}
      {lookups.length > 0 && (
        <Part title="Recent lookups" link={<Link to="/individual-lookup">Individual lookup</Link>}>
          {lookups.map((lookup) => (
            <RecentDevice key={`${lookup.maker} ${lookup.modelNumber}`} lookup={lookup} />
          ))}
        </Part>
      )}
    </div>
  );
}

function Part({ title, link, children }: { title: string; link: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        <span className="text-ink-2 text-sm underline decoration-line-strong underline-offset-4 hover:text-ink">
          {link}
        </span>
      </div>
      <ul className="mt-2 divide-y divide-line border-line border-y">{children}</ul>
    </section>
  );
}

function RecentDevice({ lookup }: { lookup: RecentLookup }) {
  const now = useNow();
  const { modelNumber, manufacturer } = lookup;
  return (
    <li>
      <Link
        to="/individual-lookup"
        search={{ q: modelNumber, ...(manufacturer && { manufacturer }) }}
        className="flex min-h-12 items-center justify-between gap-4 rounded-sm px-2 py-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 truncate">
          <span className="font-mono">{modelNumber}</span>{' '}
          <span className="text-ink-2 text-sm">{lookup.maker}</span>
        </span>
        <StatusBadge status={statusNow(lookup, now)} noCoverage={lookup.noCoverage} />
      </Link>
    </li>
  );
}
