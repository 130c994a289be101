import type { BulkRun, UnprocessedRows } from '@warranty/contracts/bulk-lookup';
import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { noEndDateMessage } from '@warranty/domain/csv/enrichment-values';
import { joinSentences } from '@warranty/domain/sentences';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { formatTime } from '../../../lib/format/format-time.ts';
import { joinNames } from '../../../lib/format/join-names.ts';

/** What a finished run can look up again now, and what only later; null if nothing is left. */
export function retryOf(run: BulkRun, userVendors: readonly string[], now: Date) {
  const { status, counts, retry, unprocessed } = run;
  const isAllDue = retry.laterAt === null || Date.parse(retry.laterAt) <= now.getTime();
  const [due, later] = isAllDue ? [retry.rows + retry.laterRows, 0] : [retry.rows, retry.laterRows];
  const isOver = status === 'completed' || status === 'cancelled';
  const added = isOver ? unprocessed.filter(({ vendor }) => userVendors.includes(vendor)) : [];
  const pending = status === 'cancelled' ? counts.pending : 0;
  const rows = due + pending + sumRows(added);
  if (rows + later === 0) return null;
  const count = formatCount(rows || later, 'row');
  return {
    label: pending > 0 ? `Continue with ${count}` : `Run ${count} again`,
    /** No row is due yet; the note shows when one is. */
    isTooEarly: rows === 0,
    note:
      later > 0 && retry.laterAt
        ? `${formatCount(later, 'row')} can be looked up again at ${formatTime(retry.laterAt, now)}.`
        : null,
    /** Vendors that the run did not look up, and that the user has keys for. */
    added: added.map(({ vendor }) => vendor),
  };
}

const sumRows = (unprocessed: readonly UnprocessedRows[]) =>
  unprocessed.reduce((sum, { rows }) => sum + rows, 0);

/** Which rows a run left out, and how to get them looked up; null if there are none. */
export function unprocessedNote({ unprocessed }: BulkRun, userVendors: readonly string[]) {
  if (unprocessed.length === 0) return null;
  const withoutKeys = unprocessed.filter(({ vendor }) => !userVendors.includes(vendor));
  const names = joinNames(unprocessed.map(({ vendor, rows }) => `${vendor} (${formatNumber(rows)})`));
  const rows = sumRows(unprocessed);
  const keys = joinNames(withoutKeys.map(({ vendor }) => vendor));
  return {
    title: `${formatCount(rows, 'row')} ${rows === 1 ? 'was' : 'were'} not looked up: ${names} ${unprocessed.length === 1 ? 'was' : 'were'} off in this run`,
    text:
      withoutKeys.length === 0
        ? 'You have the keys: run these rows again. The other results stay.'
        : `Add ${keys} keys, then run ${rows === 1 ? 'this row' : 'these rows'} again. The other results stay.`,
    needsKeys: withoutKeys.length > 0,
  };
}

/** How to get a row looked up that this run did not process; null for other rows. */
export function howToLookUp(
  { unprocessed }: BulkRun,
  userVendors: readonly string[],
  { outcome, manufacturer }: Pick<BulkResultRow, 'outcome' | 'manufacturer'>,
): string | null {
  const same = unprocessed.find(({ vendor }) => vendor === manufacturer);
  if (outcome !== 'not-processed' || !same) return null;
  const these = same.rows === 1 ? 'run this row again' : `run these ${formatNumber(same.rows)} rows again`;
  return userVendors.includes(same.vendor)
    ? `You have ${same.vendor} keys: ${these}.`
    : `Add ${same.vendor} keys, then ${these}.`;
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
