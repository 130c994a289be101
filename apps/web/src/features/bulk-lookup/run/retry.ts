import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { noEndDateMessage } from '@warranty/domain/csv/enrichment-values';
import { joinSentences } from '@warranty/domain/sentences';
import { formatCount } from '../../../lib/format-number.ts';
import { formatTime } from '../../../lib/format-time.ts';

interface Retry {
  label: string;
  /** No row is due yet; the note shows when one is. */
  isTooEarly: boolean;
  note: string | null;
}

/** What a finished run can look up again now, and what only later; null if nothing is left. */
export function retryOf({ status, counts, retry, vendors }: BulkRun, now: Date): Retry | null {
  const isAllDue = retry.laterAt === null || Date.parse(retry.laterAt) <= now.getTime();
  const [due, later] = isAllDue ? [retry.rows + retry.laterRows, 0] : [retry.rows, retry.laterRows];
  const pending = status === 'cancelled' ? counts.pending : 0;
  if (due + later + pending === 0) return null;
  const note =
    later > 0 && retry.laterAt
      ? `${vendors.join(' and ')} can be retried for ${formatCount(later, 'row')} at ${formatTime(retry.laterAt, now)}.`
      : null;
  if (pending > 0)
    return { label: `Continue with ${formatCount(due + pending, 'row')}`, isTooEarly: false, note };
  return { label: `Retry ${formatCount(due || later, 'failed row')}`, isTooEarly: due === 0, note };
}

/** Why a row has no dates, in sentences; null if it has dates or is still pending. */
export function reasonOf(row: BulkResultRow, now: Date): string | null {
  const { error, outcome, endDate, manufacturer, retryAt } = row;
  if (endDate) return null;
  if (!error) return outcome === 'found' ? noEndDateMessage(manufacturer, row) : null;
  const vendor = manufacturer ?? 'The vendor';
  const isEarly = retryAt !== null && Date.parse(retryAt) > now.getTime();
  return joinSentences(
    error,
    isEarly ? `${vendor} can look this device up again at ${formatTime(retryAt, now)}.` : null,
  );
}
