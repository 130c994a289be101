import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import { daysRemaining } from '@warranty/domain/warranty-dates';
import { CircleAlert, CircleMinus, Hourglass } from 'lucide-react';
import { formatNumber } from '../../../lib/format-number.ts';
import { statusNow } from '../../../lib/warranty-status.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { classes } from '../../../ui/classes.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { TableCell } from '../../../ui/Table.tsx';
import { outcomeLabels } from '../run/outcome-labels.ts';
import { reasonOf } from '../run/retry.ts';
import { DeviceLink } from './DeviceLink.tsx';

const expiringDays = 30;

/** The cells of one row. Without a result, the reason replaces the dates. */
export function ResultCells({ row, now }: { row: BulkResultRow; now: Date }) {
  const reason = reasonOf(row, now);
  return (
    <>
      <TableCell header mono className="sticky left-0 z-1 max-w-44 truncate bg-surface">
        <span title={row.line > 0 ? `Line ${formatNumber(row.line)} of the file` : undefined}>
          <Serial row={row} />
        </span>
      </TableCell>
      <TableCell className="max-w-40 truncate">{row.manufacturer}</TableCell>
      <TableCell>
        <OutcomeBadge row={row} now={now} />
      </TableCell>
      {reason ? (
        <TableCell colSpan={4} wrap className={isFailedOutcome(row.outcome) ? 'text-danger' : 'text-ink-2'}>
          {reason}
        </TableCell>
      ) : (
        <Answer row={row} now={now} />
      )}
    </>
  );
}

/** Rows that were not looked up have nothing more to show. */
function Serial({ row: { modelNumber, manufacturer, outcome } }: { row: BulkResultRow }) {
  if (!modelNumber) return <span className="font-sans text-ink-2">(blank)</span>;
  const isLookedUp = outcome === 'found' || isFailedOutcome(outcome);
  return isLookedUp ? <DeviceLink {...{ modelNumber, manufacturer }} /> : modelNumber;
}

function Answer({ row, now }: { row: BulkResultRow; now: Date }) {
  const days = daysRemaining(row.endsAt, now);
  return (
    <>
      <TableCell>{row.startDate && <DateText date={row.startDate} />}</TableCell>
      <TableCell>{row.endDate && <DateText date={row.endDate} />}</TableCell>
      <TableCell className="max-w-72 truncate">
        <span title={row.serviceLevel ?? undefined}>{row.serviceLevel}</span>
      </TableCell>
      <TableCell
        numeric
        className={classes(days !== null && days <= expiringDays && 'font-medium text-expiring')}
      >
        {days !== null && formatNumber(days)}
      </TableCell>
    </>
  );
}

/** A lookup without a result is an error; a row that was never looked up is not. */
function OutcomeBadge({ row, now }: { row: BulkResultRow; now: Date }) {
  switch (row.outcome) {
    case 'failed':
    case 'not-known':
    case 'ambiguous':
      return (
        <Badge tone="danger" icon={<CircleAlert aria-hidden size={14} />}>
          Error
        </Badge>
      );
    case 'skipped':
    case 'not-processed':
      return <Badge icon={<CircleMinus aria-hidden size={14} />}>{outcomeLabels[row.outcome]}</Badge>;
    case 'pending':
      return <Badge icon={<Hourglass aria-hidden size={14} />}>{outcomeLabels.pending}</Badge>;
    default:
      return <StatusBadge status={statusNow(row, now)} />;
  }
}
