import { useNavigate } from '@tanstack/react-router';
import type { ResultSort } from '@warranty/contracts/bulk-results';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import { type ComponentProps, type MouseEvent, type ReactNode, useMemo } from 'react';
import { addressOf } from '../../../lib/browser/organization.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { coverageNow } from '../../../shared/warranty/warranty-status.ts';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { VirtualTable } from '../../../ui/table/VirtualTable.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { reasonOf } from '../run/retry.ts';
import { deviceSearch } from './device-search.ts';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import { useReason } from './row-hint.ts';
import { defaultColumns, isAnswer, isSortable, type TableColumn } from './table-columns.ts';
import type { ResultRow, ResultRows } from './use-result-rows.ts';

interface ResultsTableProps extends Pick<ResultRows, 'count' | 'rowAt'>, Partial<Pick<ResultRows, 'onView'>> {
  caption: string;
  columns?: readonly TableColumn[];
  opener?: RowOpener;
  openIndex?: number;
  sort?: ResultSort | null;
  /** Null if the rows cannot be sorted. */
  onSort?: ((sort: ResultSort | null) => void) | null;
}

export function ResultsTable(props: ResultsTableProps) {
  const { columns: shown = defaultColumns, opener, sort = null, onSort, ...rows } = props;
  const now = useNow();
  const columns = useMemo(() => resultColumns(shown, now, opener), [shown, now, opener]);
  const onOpen = useMemo(() => opener && (({ row }: ResultRow) => opener.open(row)), [opener]);
  const isCoarse = useMediaQuery('(pointer: coarse)');
  return (
    <VirtualTable
      {...{ ...rows, columns, onOpen }}
      rowHeight={isCoarse ? 44 : 36}
      sorting={onSort ? { sort, onSort: (next) => onSort(next as ResultSort | null) } : undefined}
    />
  );
}

/** Opens the details of a row. */
export interface RowOpener {
  open: (row: number) => void;
  hrefOf: (row: number) => string;
}

type Content = NonNullable<Column<ResultRow>['meta']> & { show: (row: ResultRow) => ReactNode };

/** Without an opener, rows have no details and link to the individual lookup. */
export function resultColumns(
  columns: readonly TableColumn[],
  now: Date,
  opener: RowOpener | undefined,
): Column<ResultRow>[] {
  const answers = columns.filter(isAnswer);
  return columns.map((column, index) => {
    const whole = contentOf(column.shows, now, opener);
    const { show, ...look } = isAnswer(column)
      ? orReason(whole, column === answers[0] ? answers.length : 0, now)
      : whole;
    return {
      id: column.key,
      header: column.label,
      accessorFn: (row) => row,
      enableSorting: isSortable(column),
      cell: ({ row }) => show(row.original),
      meta: {
        ...look,
        head: { title: column.label, className: index === 0 ? 'sticky left-0 z-1' : 'max-w-56 truncate' },
      },
    };
  });
}

/** Without a result, the reason replaces the dates: it spans `span` cells, and there are no others. */
function orReason({ show, ...look }: Content, span: number, now: Date): Content {
  return {
    ...look,
    show: (row) => (reasonOf(row, now) === null ? show(row) : <Reason row={row} now={now} />),
    cellProps: (row) => {
      if (reasonOf(row, now) === null) return look.cellProps?.(row) ?? {};
      const className = isFailedOutcome(row.outcome) ? 'text-danger' : 'text-ink-2';
      return span > 0 ? { colSpan: span, numeric: false, wrap: true, className } : null;
    },
  };
}

function Reason({ row, now }: { row: ResultRow; now: Date }) {
  return useReason(row, now);
}

function contentOf(shows: TableColumn['shows'], now: Date, opener: RowOpener | undefined): Content {
  if (typeof shows === 'number') return fileContent(shows);
  switch (shows) {
    case 'modelNumber':
      return {
        header: true,
        mono: true,
        className: 'sticky left-0 z-1 max-w-44 truncate bg-surface',
        show: (row) => <Device row={row} opener={opener} />,
      };
    case 'line':
      return { numeric: true, muted: true, show: ({ line }) => formatNumber(line) };
    case 'manufacturer':
      return { className: 'max-w-40 truncate', show: ({ manufacturer }) => manufacturer };
    case 'status':
      return { show: (row) => <OutcomeBadge row={row} now={now} /> };
    case 'startDate':
    case 'endDate':
      return { show: ({ [shows]: date }) => date && <DateText date={date} /> };
    case 'serviceLevel':
      return {
        className: 'max-w-72 truncate',
        show: ({ serviceLevel }) => <span title={serviceLevel ?? undefined}>{serviceLevel}</span>,
      };
    case 'daysRemaining':
      return daysContent(now);
  }
}

function daysContent(now: Date): Content {
  return {
    numeric: true,
    show: (row) => {
      const { daysRemaining } = coverageNow(row, now);
      return daysRemaining !== null && formatNumber(daysRemaining);
    },
    cellProps: (row) =>
      coverageNow(row, now).status === 'expiring' ? { className: 'font-medium text-expiring' } : {},
  };
}

/** A cell is missing if the rows of the page are too large to list; the details of the row have it. */
function fileContent(place: number): Content {
  return {
    className: 'max-w-56 truncate',
    show: ({ own }) => {
      const text = own?.[place];
      return text === undefined ? '...' : <span title={text}>{text}</span>;
    },
    cellProps: ({ own }) => ({ muted: own?.[place] === undefined }),
  };
}

function Device({ row, opener }: { row: ResultRow; opener: RowOpener | undefined }) {
  const rows = formatNumber(row.sameDevice);
  return (
    <>
      <span title={row.line > 0 ? `Row ${formatNumber(row.line)} of the file` : undefined}>
        {opener ? <RowLink row={row} opener={opener} /> : <Serial row={row} />}
      </span>
      {row.sameDevice > 1 && (
        <span
          className="ml-2 font-sans text-ink-2 text-xs"
          title={`This device is in ${rows} rows of your file`}
        >
          {rows} rows
        </span>
      )}
    </>
  );
}

const blank = <span className="font-sans text-ink-2">(blank)</span>;

function RowLink({ row: { row, modelNumber }, opener }: { row: ResultRow; opener: RowOpener }) {
  return (
    <PlainLink
      href={opener.hrefOf(row)}
      onOpen={() => opener.open(row)}
      aria-haspopup="dialog"
      data-row={row}
      className="rounded-sm focus-visible:outline-offset-0"
    >
      {modelNumber || blank}
    </PlainLink>
  );
}

/** Opens everything known about one device. Rows that were not looked up have nothing more to show. */
function Serial({ row: { modelNumber, manufacturer, outcome } }: { row: ResultRow }) {
  const navigate = useNavigate();
  if (!modelNumber) return blank;
  if (outcome !== 'found' && !isFailedOutcome(outcome)) return modelNumber;
  const search = deviceSearch(modelNumber, manufacturer);
  return (
    <PlainLink
      href={addressOf(`/individual-lookup?${new URLSearchParams(search)}`)}
      onOpen={() => navigate({ to: '/individual-lookup', search })}
    >
      {modelNumber}
    </PlainLink>
  );
}

/** The links of the router cost too much in a table that scrolls. Other clicks open a new tab or window. */
function PlainLink({
  onOpen,
  href,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & { onOpen: () => void }) {
  const onClick = (event: MouseEvent) => {
    // A click elsewhere in the row opens it too.
    event.stopPropagation();
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={onClick}
      className={classes(
        'underline decoration-line-strong underline-offset-4 hover:decoration-current',
        className,
      )}
    >
      {children}
    </a>
  );
}
