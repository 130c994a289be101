import { useRouter } from '@tanstack/react-router';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { type ResultSort, resultSortKeys } from '@warranty/contracts/bulk-results';
import { Download, SearchX } from 'lucide-react';
import { type ComponentProps, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useUrlParameter, useUrlParameters } from '../../../lib/browser/use-url-parameter.ts';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { parseSort } from '../../../ui/table/sort.ts';
import { type DownloadChoice, downloadName, downloadUrl } from '../run/download.ts';
import { everyRow, type RowChoice } from '../run/row-choice.ts';
import { isFinished } from '../run/run-state.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import type { Report } from './charts/fleet.ts';
import { StatusLegend } from './charts/StatusLegend.tsx';
import { formatMatches, formatSearched, matchCount } from './match-labels.ts';
import { ResultFilters } from './ResultFilters.tsx';
import { RowDrawer } from './RowDrawer.tsx';
import { ResultsTable, type RowOpener } from './result-columns.tsx';
import { partOf, rowsShown, startOfPart } from './result-parts.ts';
import { canSort, filePlaces, type TableColumn } from './table-columns.ts';
import { type ResultRows, useAllRows, useFoundRows } from './use-result-rows.ts';
import { useTableColumns } from './use-table-columns.ts';

interface ResultsProps {
  run: BulkRun;
  /** For the whole run, after it has finished. */
  report: Report | null;
  chosen: RowChoice;
  onChoose: (choice: RowChoice) => void;
  choice: DownloadChoice;
}

export function Results({ run, report, chosen, onChoose, choice: download }: ResultsProps) {
  const { search, setSearch } = useResultSearch();
  const opener = useOpenRow(run.totalRows);
  const { openRow } = opener;
  const [part, setPart] = useState(openRow === null ? 0 : partOf(openRow));
  const { sort, setSort } = useResultSort(run);
  const { filter, ends } = chosen;
  const isChosen = filter !== null || ends !== null;
  const isNarrowed = isChosen || search !== '';
  const isInFileOrder = !isNarrowed && sort === null;
  const choice = useTableColumns(run);
  const places = filePlaces(choice.columns);
  const all = useAllRows(run, startOfPart(part), rowsShown(run.totalRows, part), places);
  const found = useFoundRows(run, { ...chosen, search, sort }, places, !isInFileOrder);
  const rows = isInFileOrder ? all : found;
  const total = search === '' ? matchCount(chosen, run.counts, report) : null;
  const isCounting = isNarrowed && (total === null || found.isSearching);
  const searched = isCounting ? formatSearched(found, run.totalRows) : null;
  return (
    <div className="space-y-3">
      <ResultFilters
        {...{ chosen, onChoose, search, onSearch: setSearch, part, onPart: setPart }}
        totalRows={run.totalRows}
        isInFileOrder={isInFileOrder}
      >
        <ColumnChooser run={run} choice={choice} />
      </ResultFilters>
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2 text-ink-2 text-sm tabular-nums">
        <p role="status">{isNarrowed ? formatMatches(found, total) : formatCount(run.totalRows, 'row')}</p>
        {/* Not a live region: it changes several times a second, too often for screen readers. */}
        {searched && <p>{searched}</p>}
        {isChosen && search === '' && total !== 0 && (
          <Button asChild size="sm" variant="ghost" icon={Download}>
            <a
              href={downloadUrl(run.id, download, run.format, chosen)}
              download={downloadName(new Date(), run.format)}
            >
              Download these rows
            </a>
          </Button>
        )}
        {/* Of its height, so that the table does not move when the report is loaded. */}
        {isFinished(run.status) && (
          <div className="min-h-7 basis-full">
            {report && <RowsByStatus {...{ run, report, chosen, onChoose }} />}
          </div>
        )}
      </div>
      <RowsOrReason {...{ rows, opener, openRow, sort }} columns={choice.columns} onSort={setSort} />
      {openRow !== null && (
        <OpenRow
          {...{ run, rows, isInFileOrder, openRow }}
          onStep={(row) => {
            setPart(partOf(row));
            opener.open(row);
          }}
          onClose={opener.close}
        />
      )}
    </div>
  );
}

type RowsByStatusProps = Pick<ResultsProps, 'run' | 'chosen' | 'onChoose'> & { report: Report };

/** The rows of an entry are those that it counts, so it drops the end date. */
function RowsByStatus({ run, report, chosen, onChoose }: RowsByStatusProps) {
  const filter = chosen.ends === null ? chosen.filter : null;
  const { rowsCompared, differences } = report;
  const of = rowsCompared < run.totalRows ? `of the first ${formatNumber(rowsCompared)}` : '';
  return (
    <StatusLegend
      label="Filter results by status"
      fleet={report}
      counts={run.counts}
      isShort
      differing={{ count: differences.rows, of }}
      filter={filter}
      onChoose={(next) => onChoose({ ...everyRow, filter: next === filter ? null : next })}
    />
  );
}

interface OpenRowProps extends Pick<ComponentProps<typeof RowDrawer>, 'run' | 'onStep' | 'onClose'> {
  rows: ResultRows;
  isInFileOrder: boolean;
  openRow: number;
}

/** Steps through the listed rows. All rows are numbered, so those that are not loaded can be opened as well. */
function OpenRow({ run, rows, isInFileOrder, openRow, onStep, onClose }: OpenRowProps) {
  const index = rows.indexOf(openRow);
  const { onView } = rows;
  // Loads more of the rows that were found, as scrolling to this one would.
  useEffect(() => {
    if (index >= 0) onView(index, index);
  }, [index, onView]);
  const listedAt = (at: number) => (index >= 0 ? (rows.rowAt(at)?.row ?? null) : null);
  const isInFile = (row: number) => (row >= 1 && row <= run.totalRows ? row : null);
  return (
    <RowDrawer
      {...{ run, onStep, onClose }}
      row={openRow}
      listed={rows.rowAt(index)}
      previous={isInFileOrder ? isInFile(openRow - 1) : listedAt(index - 1)}
      next={isInFileOrder ? isInFile(openRow + 1) : listedAt(index + 1)}
    />
  );
}

interface RowsOrReasonProps {
  rows: ResultRows;
  columns: readonly TableColumn[];
  opener: RowOpener;
  openRow: number | null;
  sort: ResultSort | null;
  onSort: ((sort: ResultSort | null) => void) | null;
}

function RowsOrReason({ rows, columns, opener, openRow, sort, onSort }: RowsOrReasonProps) {
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
      <EmptyState icon={SearchX} title="No matching rows" level={3}>
        Change the filter or the search to see other rows.
      </EmptyState>
    );
  }
  return (
    <ResultsTable
      caption="Results"
      {...{ ...rows, columns, opener, sort, onSort }}
      openIndex={openRow === null ? -1 : rows.indexOf(openRow)}
    />
  );
}

/** The row whose details are open, `?row=12`, so that it survives a reload and can be shared. Back closes it. */
function useOpenRow(totalRows: number) {
  const { search, change } = useUrlParameters();
  const { history } = useRouter();
  const hasEntry = useRef(false);
  const row = Number(search.row);
  const openRow = Number.isInteger(row) && row >= 1 && row <= totalRows ? row : null;
  // Memoized, because every row of the table depends on it.
  return useMemo(() => {
    return {
      openRow,
      /** Stepping from row to row adds no history entries. */
      open: (next: number) => {
        if (openRow === null) hasEntry.current = true;
        return change((before) => ({ ...before, row: next }), { replace: openRow !== null });
      },
      close: () => {
        if (!hasEntry.current) return change(({ row: _, ...others }) => others);
        hasEntry.current = false;
        return history.back();
      },
      hrefOf: (next: number) => {
        const texts = Object.entries({ ...search, row: next }).map(([name, value]) => [name, String(value)]);
        return `?${new URLSearchParams(texts)}`;
      },
    };
  }, [search, openRow, change, history]);
}

/** What is searched for in the results, `?search=PC-7`. */
function useResultSearch() {
  const [text, setText] = useUrlParameter('search');
  const search = text ?? '';
  const setSearch = useCallback((next: string) => next !== search && setText(next), [search, setText]);
  return { search, setSearch };
}

/** The order of the results, `?sort=-endDate`. `setSort` is null if the results of this run cannot be sorted. */
function useResultSort(run: BulkRun) {
  const [sort, setSort] = useUrlParameter('sort');
  return canSort(run) ? { sort: parseSort(sort, resultSortKeys), setSort } : { sort: null, setSort: null };
}
