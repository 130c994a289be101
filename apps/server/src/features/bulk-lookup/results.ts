import type { BulkResultRow, resultFilters } from '@warranty/contracts/bulk-lookup';
import { answerTo, toRowResult } from './answered-rows.ts';
import type { AnsweredRow, RowsStore } from './rows.store.ts';
import type { RunRow } from './runs.store.ts';

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
  { rows, demo }: { rows: RowsStore; demo: boolean },
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
      const shown = toShown(row, toRowResult(row, answerTo(row), { demo, now }));
      if (filter && !fits(shown, filter)) continue;
      page.push(shown);
      if (page.length === limit) return { rows: page, nextAfter: at < run.totalRows ? at : null };
    }
    if (some.length < step) return { rows: page, nextAfter: null };
  }
  return { rows: page, nextAfter: at };
}

function toShown(row: AnsweredRow, result: ReturnType<typeof toRowResult>): BulkResultRow {
  const { modelNumber, outcome, status, startDate, endDate, endsAt, serviceLevel, error } = result;
  return {
    row: row.row,
    line: row.line,
    modelNumber,
    manufacturer: row.maker,
    ...{ outcome, status, startDate, endDate, endsAt, serviceLevel },
    error: error ?? null,
  };
}

/** A status is one of rows that were looked up: a skipped row is not "unknown" to anybody. */
function fits({ outcome, status }: BulkResultRow, filter: Filter): boolean {
  const wasAsked = outcome === 'found' || outcome === 'not-known' || outcome === 'ambiguous';
  if (filter === 'failed' || filter === 'skipped' || filter === 'not-processed' || filter === 'pending')
    return outcome === filter;
  return wasAsked && status === filter;
}
