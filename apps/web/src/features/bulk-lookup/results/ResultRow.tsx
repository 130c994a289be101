import { useNavigate } from '@tanstack/react-router';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import type { MouseEvent } from 'react';
import { formatNumber } from '../../../lib/format-number.ts';
import { coverageNow } from '../../../lib/warranty-status.ts';
import { classes } from '../../../ui/classes.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { TableCell } from '../../../ui/Table.tsx';
import { deviceSearch } from './device-search.ts';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import { useReason } from './row-hint.ts';
import { isAnswer, type TableColumn } from './table-columns.ts';
import type { ResultRow } from './use-result-rows.ts';

/** Opens the details of a row. */
export interface RowOpener {
  open: (row: number) => void;
  hrefOf: (row: number) => string;
}

interface ResultCellsProps {
  row: ResultRow;
  columns: readonly TableColumn[];
  now: Date;
  /** Without it, rows have no details and link to the individual lookup. */
  opener?: RowOpener | undefined;
}

/** The cells of one row. Without a result, the reason replaces the dates. */
export function ResultCells({ row, columns, now, opener }: ResultCellsProps) {
  const reason = useReason(row, now);
  const answers = columns.filter(isAnswer);
  return columns.map((column) => {
    if (!reason || !isAnswer(column)) return <Cell key={column.key} {...{ column, row, now, opener }} />;
    if (column !== answers[0]) return null;
    return (
      <TableCell
        key={column.key}
        colSpan={answers.length}
        wrap
        className={isFailedOutcome(row.outcome) ? 'text-danger' : 'text-ink-2'}
      >
        {reason}
      </TableCell>
    );
  });
}

type CellProps = Omit<ResultCellsProps, 'columns'> & { column: TableColumn };

function Cell({ column: { shows }, row, now, opener }: CellProps) {
  if (typeof shows === 'number') return <FileCell text={row.own?.[shows]} />;
  switch (shows) {
    case 'modelNumber':
      return (
        <TableCell header mono className="sticky left-0 z-1 max-w-44 truncate bg-surface">
          <span title={row.line > 0 ? `Row ${formatNumber(row.line)} of the file` : undefined}>
            {opener ? <RowLink row={row} opener={opener} /> : <Serial row={row} />}
          </span>
          {row.sameDevice > 1 && <SameDevice rows={row.sameDevice} />}
        </TableCell>
      );
    case 'line':
      return (
        <TableCell numeric muted>
          {formatNumber(row.line)}
        </TableCell>
      );
    case 'manufacturer':
      return <TableCell className="max-w-40 truncate">{row.manufacturer}</TableCell>;
    case 'status':
      return (
        <TableCell>
          <OutcomeBadge row={row} now={now} />
        </TableCell>
      );
    case 'startDate':
    case 'endDate':
      return <TableCell>{row[shows] && <DateText date={row[shows]} />}</TableCell>;
    case 'serviceLevel':
      return (
        <TableCell className="max-w-72 truncate">
          <span title={row.serviceLevel ?? undefined}>{row.serviceLevel}</span>
        </TableCell>
      );
    case 'daysRemaining':
      return <Days row={row} now={now} />;
  }
}

/** Marks a device that is in several rows of the file. */
function SameDevice({ rows }: { rows: number }) {
  return (
    <span
      className="ml-2 font-sans text-ink-2 text-xs"
      title={`This device is in ${formatNumber(rows)} rows of your file`}
    >
      {formatNumber(rows)} rows
    </span>
  );
}

function Days({ row, now }: { row: ResultRow; now: Date }) {
  const { status, daysRemaining } = coverageNow(row, now);
  return (
    <TableCell numeric className={classes(status === 'expiring' && 'font-medium text-expiring')}>
      {daysRemaining !== null && formatNumber(daysRemaining)}
    </TableCell>
  );
}

/** Undefined if the rows of the page are too large to list; the details of the row have it. */
function FileCell({ text }: { text: string | undefined }) {
  return (
    <TableCell className="max-w-56 truncate" muted={text === undefined}>
      {text === undefined ? '...' : <span title={text}>{text}</span>}
    </TableCell>
  );
}

const linkStyle =
  'rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current focus-visible:outline-offset-0';

/** A plain link: those of the router cost too much in a table that scrolls. */
function RowLink({ row: { row, modelNumber }, opener }: { row: ResultRow; opener: RowOpener }) {
  const onClick = (event: MouseEvent) => {
    event.stopPropagation();
    if (!isPlainClick(event)) return;
    event.preventDefault();
    opener.open(row);
  };
  return (
    <a
      href={opener.hrefOf(row)}
      aria-haspopup="dialog"
      data-row={row}
      onClick={onClick}
      className={linkStyle}
    >
      {modelNumber || <span className="font-sans text-ink-2">(blank)</span>}
    </a>
  );
}

/** Rows that were not looked up have nothing more to show. */
function Serial({ row: { modelNumber, manufacturer, outcome } }: { row: ResultRow }) {
  if (!modelNumber) return <span className="font-sans text-ink-2">(blank)</span>;
  const isLookedUp = outcome === 'found' || isFailedOutcome(outcome);
  return isLookedUp ? <DeviceLink {...{ modelNumber, manufacturer }} /> : modelNumber;
}

interface DeviceLinkProps {
  modelNumber: string;
  manufacturer: string | null;
}

/** Opens everything known about one device. A plain link: those of the router cost too much in a table that scrolls. */
function DeviceLink({ modelNumber, manufacturer }: DeviceLinkProps) {
  const navigate = useNavigate();
  const search = deviceSearch(modelNumber, manufacturer);
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    navigate({ to: '/individual-lookup', search });
  };
  return (
    <a
      href={`/individual-lookup?${new URLSearchParams(search)}`}
      onClick={onClick}
      className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {modelNumber}
    </a>
  );
}

/** Other clicks open a link in a new tab or window. */
function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
