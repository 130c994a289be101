import type { BulkResultRow, resultFilters } from '@warranty/contracts/bulk-lookup';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import { answerTo, toRowResult } from './answered-rows.ts';
import type { AnsweredRow, RowsStore } from './rows.store.ts';
import type { RunRow } from './runs.store.ts';
import type { SerialAnswer } from './serial-answer.ts';

type Filter = (typeof resultFilters)[number];

export interface ResultsQuery {
  after: number;
  limit: number;
  filter: Filter | null;
  search: string | null;
}

export interface ResultsPage {
  rows: BulkResultRow[];
  nextAfter: number | null;
}

const scanned = 1000;
/** With a rare filter a page ends here, short; whoever wants more asks on. */
const mostScanned = 20_000;

/** Rows in the order of the file. A filter is applied while reading on, so that no index over answers is needed. */
export async function readResults(
  { rows, demo, notKnownSeconds }: { rows: RowsStore; demo: boolean; notKnownSeconds: number },
  run: RunRow,
  { after, limit, filter, search }: ResultsQuery,
): Promise<ResultsPage> {
  const now = new Date();
  const page: BulkResultRow[] = [];
  const step = filter ? scanned : limit;
  let at = after;
  for (let seen = 0; seen < mostScanned; seen += step) {
    const some = search ? await rows.matching(run, at, step, search) : await rows.page(run, at, step);
    for (const row of some) {
      at = row.row;
      const answer = answerTo(row);
      const shown = toShown(
        row,
        toRowResult(row, answer, { demo, now }),
        retryAtOf(answer, notKnownSeconds, now),
      );
      if (filter && !fits(shown, filter)) continue;
      page.push(shown);
      if (page.length === limit) return { rows: page, nextAfter: at < run.totalRows ? at : null };
    }
    if (some.length < step) return { rows: page, nextAfter: null };
  }
  return { rows: page, nextAfter: at };
}

/** An answer that the device is not known counts for a while; before that a retry would bring the same one back. */
function retryAtOf(answer: SerialAnswer | null, notKnownSeconds: number, now: Date): string | null {
  if (!answer?.checkedAt || answer.outcome === 'found') return null;
  const retryAt = new Date(Date.parse(answer.checkedAt) + notKnownSeconds * 1000);
  return retryAt > now ? retryAt.toISOString() : null;
}

function toShown(
  row: AnsweredRow,
  result: ReturnType<typeof toRowResult>,
  retryAt: string | null,
): BulkResultRow {
  const { modelNumber, outcome, status, startDate, endDate, endsAt, serviceLevel, error } = result;
  return {
    row: row.row,
    line: row.line,
    modelNumber,
    manufacturer: row.maker,
    ...{ outcome, status, startDate, endDate, endsAt, serviceLevel },
    error: error ?? null,
    retryAt,
  };
}

/** A status is one of rows with a result: a row that was skipped or not found is not "unknown" to anybody. */
function fits({ outcome, status }: BulkResultRow, filter: Filter): boolean {
  if (filter === 'failed') return isFailedOutcome(outcome);
  if (filter === 'skipped' || filter === 'not-processed' || filter === 'pending') return outcome === filter;
  return outcome === 'found' && status === filter;
}
