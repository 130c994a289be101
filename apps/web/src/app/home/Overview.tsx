import { Link, useNavigate } from '@tanstack/react-router';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { type ReactNode, useId } from 'react';
import { FleetChart, FleetChartSkeleton } from '../../features/bulk-lookup/results/FleetChart.tsx';
import { RunItem } from '../../features/bulk-lookup/run/RunItem.tsx';
import { findNamesakes, isFinished, runName } from '../../features/bulk-lookup/run/run-state.ts';
import { useFleet, useRuns } from '../../features/bulk-lookup/run/useRuns.ts';
import { type RecentLookup, useRecentLookups } from '../../features/warranty/recent-lookups.ts';
import { formatAgo } from '../../lib/age.ts';
import { formatTime } from '../../lib/format-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { useUrlParameter } from '../../lib/use-url-parameter.ts';
import { statusNow } from '../../lib/warranty-status.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Select } from '../../ui/Select.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { SmartBox } from './SmartBox.tsx';

const maxRuns = 5;

/** Below the tools: one box for everything, and what the user did here before. */
export default function Overview() {
  const { data: runs = [], isPending, error, isFetching, refetch } = useRuns({ follow: true });
  const recent = useRecentLookups();
  const finished = runs.filter(({ status, totalRows }) => isFinished(status) && totalRows > 0);
  const namesakes = findNamesakes(runs);
  const isEmpty = !isPending && !error && runs.length === 0 && recent.length === 0;
  return (
    <div className="space-y-8">
      <SmartBox />
      {isEmpty && (
        <p className="text-ink-2">
          Nothing here yet. Enter a service tag above, and your lookups, runs and a chart of when coverage
          ends appear here.
        </p>
      )}
      {error && (
        <ErrorState title="Failed to load your runs" onRetry={() => refetch()} retrying={isFetching}>
          Runs in progress continue on the server. Lookups above still work.
        </ErrorState>
      )}
      {finished.length > 0 && <Coverage runs={finished.slice(0, maxRuns)} />}
      <div className="grid items-start gap-8 *:min-w-0 lg:grid-cols-2">
        {runs.length > 0 && (
          <Part title="Recent runs" link={<Link to="/bulk-lookup">All runs</Link>}>
            {runs.slice(0, maxRuns).map((run) => (
              <RunItem key={run.id} run={run} isNamesake={namesakes.has(runName(run))} />
            ))}
          </Part>
        )}
        {recent.length > 0 && (
          <Part title="Recent lookups" link={<Link to="/individual-lookup">Individual lookup</Link>}>
            {recent.slice(0, maxRuns).map((lookup) => (
              <RecentDevice key={`${lookup.maker} ${lookup.modelNumber}`} lookup={lookup} />
            ))}
          </Part>
        )}
      </div>
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

/** One run at a time: a device in several runs would otherwise be counted more than once. */
function Coverage({ runs }: { runs: BulkRun[] }) {
  const id = useId();
  const navigate = useNavigate();
  const now = useNow();
  const [chosen, setChosen] = useUrlParameter('run');
  const namesakes = findNamesakes(runs);
  const run = runs.find((one) => one.id === chosen) ?? runs[0];
  if (!run) return null;
  return (
    <section aria-labelledby={id} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="min-w-0 wrap-anywhere font-semibold text-lg">
          {runs.length > 1 ? 'Coverage' : `Coverage in ${runName(run)}`}
        </h2>
        {runs.length > 1 && (
          <div className="w-80 max-w-full">
            <Select
              aria-label="Run"
              value={run.id}
              onValueChange={setChosen}
              options={runs.map((one) => ({
                value: one.id,
                label: runName(one),
                hint: namesakes.has(runName(one))
                  ? formatTime(one.createdAt, now)
                  : formatAgo(one.createdAt, now),
              }))}
            />
          </div>
        )}
      </div>
      <RunFleet
        key={run.id}
        run={run}
        onStatus={(filter) =>
          navigate({ to: '/bulk-lookup', search: { run: run.id, ...(filter && { filter }) } })
        }
      />
    </section>
  );
}

function RunFleet({ run, onStatus }: { run: BulkRun; onStatus: (filter: string | null) => void }) {
  const { data, error, isFetching, refetch } = useFleet(run);
  if (data) return <FleetChart report={data} counts={run.counts} onFilter={onStatus} />;
  if (!error) return <FleetChartSkeleton />;
  return (
    <ErrorState title="Failed to load the chart" level={3} onRetry={() => refetch()} retrying={isFetching}>
      The results are saved on the server.
    </ErrorState>
  );
}
