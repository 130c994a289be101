import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { Download, SearchX } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { type DownloadChoice, downloadName, downloadUrl } from '../run/download.ts';
import type { ResultFilter } from '../run/outcome-labels.ts';
import type { Report } from './FleetChart.tsx';
import { formatMatches, formatSearched, matchCount } from './match-labels.ts';
import { ResultFilters } from './ResultFilters.tsx';
import { ResultsTable } from './ResultsTable.tsx';
import { rowsShown, startOfPart } from './result-parts.ts';
import { type ResultRows, useAllRows, useFoundRows } from './useResultRows.ts';

interface ResultsProps {
  run: BulkRun;
  /** For the whole run, after it has finished. */
  statuses: Report['statuses'] | null;
  filter: ResultFilter | null;
  onFilter: (filter: ResultFilter | null) => void;
  choice: DownloadChoice;
}

export function Results({ run, statuses, filter, onFilter, choice }: ResultsProps) {
  const [search, setSearch] = useState('');
  const [part, setPart] = useState(0);
  const isNarrowed = filter !== null || search !== '';
  const all = useAllRows(run, startOfPart(part), rowsShown(run.totalRows, part));
  const found = useFoundRows(run, { filter, search }, isNarrowed);
  const rows = isNarrowed ? found : all;
  const total = search === '' ? matchCount(filter, run.counts, statuses) : null;
  const isCounting = isNarrowed && (total === null || found.isSearching);
  const searched = isCounting ? formatSearched(found, run.totalRows) : null;
  return (
    <div className="space-y-3">
      <ResultFilters
        {...{ filter, onFilter, onSearch: setSearch, part, onPart: setPart }}
        totalRows={run.totalRows}
        isNarrowed={isNarrowed}
      />
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 text-ink-2 text-sm tabular-nums">
        <p role="status">{isNarrowed ? formatMatches(found, total) : formatCount(run.totalRows, 'row')}</p>
        {/* Not a live region: it changes several times a second, too often for screen readers. */}
        {searched && <p>{searched}</p>}
        {filter && search === '' && total !== 0 && (
          <Button asChild size="sm" variant="ghost" icon={<Download aria-hidden size={14} />}>
            <a
              href={downloadUrl(run.id, choice, run.format, filter)}
              download={downloadName(new Date(), run.format)}
            >
              Download these rows
            </a>
          </Button>
        )}
      </div>
      <RowsOrReason rows={rows} />
    </div>
  );
}

function RowsOrReason({ rows }: { rows: ResultRows }) {
  if (rows.error && rows.count === 0) {
    return (
      <ErrorState title="Failed to load results" level={3} onRetry={rows.retry}>
        The results are saved on the server. Try again. If the problem persists, reload the page.
      </ErrorState>
    );
  }
  if (rows.isPending) return <LoadingState label="Loading results..." />;
  if (rows.count === 0) {
    return (
      <EmptyState icon={<SearchX aria-hidden size={24} />} title="No matching rows" level={3}>
        Change the filter or the search to see other rows.
      </EmptyState>
    );
  }
  return <ResultsTable caption="Results" {...rows} />;
}
