import type { BulkResultRow, resultFilters } from '@warranty/contracts/bulk-lookup';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import { createSemaphore } from '../../platform/semaphore.ts';
import { serialResultOf, toRowResult } from './row-results.ts';
import type { RowsStore, ShownRow } from './rows.store.ts';
import type { RunRow } from './runs.store.ts';
import type { SerialResult } from './serial-result.ts';
import { takeTurn } from './take-turn.ts';

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

/** What one request looks at: with a rare match a page ends here, short, and whoever wants more asks on. */
const maxScannedRows = 20_000;
const maxScanMs = 150;
/** So that a small run is answered whole also by a busy machine. */
const fewRows = 1000;
const maxScanMsForFew = 500;
/** Rows of one statement: few at first, because they can be large, then as many as are looked through in a moment. */
const firstWindow = 16;
const maxWindow = 1000;
const windowGrowth = 4;
const slowWindowMs = 25;
/** At a time, in this process: each keeps a connection and a core of the database busy. */
const maxSearches = 2;
const maxWaiting = 40;
const busySeconds = 3;

export interface ResultsDeps {
  rows: Pick<RowsStore, 'shown' | 'matching'>;
  demo: boolean;
  notKnownSeconds: number;
  clock?: () => number;
}

/** Reads rows in the order of the file. A filter is applied while reading on, so that no index over answers is needed. */
export function createResultsReader({
  rows,
  demo,
  notKnownSeconds,
  clock = () => performance.now(),
}: ResultsDeps) {
  const semaphore = createSemaphore(maxSearches, maxWaiting);

  function show(row: ShownRow, now: Date): BulkResultRow {
    const answer = serialResultOf(row);
    return toShown(row, toRowResult(row, answer, { demo, now }), retryAtOf(answer, notKnownSeconds, now));
  }

  async function readPage(run: RunRow, { after, limit }: ResultsQuery): Promise<ResultsPage> {
    const now = new Date();
    const page = (await rows.shown(run, after, limit)).map((row) => show(row, now));
    const last = page.at(-1)?.row ?? after;
    return { rows: page, nextAfter: page.length === limit && last < run.totalRows ? last : null };
  }

  async function search(run: RunRow, { after, limit, filter, search }: ResultsQuery): Promise<ResultsPage> {
    const now = new Date();
    const page: BulkResultRow[] = [];
    const startedAt = clock();
    let at = after;
    let window = firstWindow;
    do {
      const windowBegun = clock();
      const some = search ? await rows.matching(run, at, window, search) : await rows.shown(run, at, window);
      for (const row of some) {
        const shown = show(row, now);
        if (filter && !fits(shown, filter)) continue;
        page.push(shown);
        if (page.length === limit) return { rows: page, nextAfter: unlessLast(run, row.row) };
      }
      at += window;
      window = nextWindow(window, clock() - windowBegun);
    } while (at < run.totalRows && mayScanOn(at - after, clock() - startedAt));
    return { rows: page, nextAfter: unlessLast(run, at) };
  }

  return async function readResults(run: RunRow, query: ResultsQuery): Promise<ResultsPage> {
    if (!query.filter && !query.search) return readPage(run, query);
    const release = await takeTurn(semaphore, busySeconds);
    try {
      return await search(run, query);
    } finally {
      release();
    }
  };
}

const unlessLast = ({ totalRows }: RunRow, at: number) => (at < totalRows ? at : null);

function mayScanOn(rows: number, tookMs: number): boolean {
  return rows < maxScannedRows && tookMs < (rows < fewRows ? maxScanMsForFew : maxScanMs);
}

function nextWindow(window: number, tookMs: number): number {
  if (tookMs > slowWindowMs) return Math.max(1, Math.floor(window / windowGrowth));
  if (tookMs > slowWindowMs / windowGrowth) return window;
  return Math.min(maxWindow, window * windowGrowth);
}

/** An answer that the device is not known counts for a while; before that a retry would bring the same one back. */
function retryAtOf(answer: SerialResult | null, notKnownSeconds: number, now: Date): string | null {
  if (!answer?.checkedAt || answer.outcome === 'found') return null;
  const retryAt = new Date(Date.parse(answer.checkedAt) + notKnownSeconds * 1000);
  return retryAt > now ? retryAt.toISOString() : null;
}

function toShown(
  row: ShownRow,
  result: ReturnType<typeof toRowResult>,
  retryAt: string | null,
): BulkResultRow {
  const { modelNumber, outcome, status, startDate, endDate, endsAt, serviceLevel, error } = result;
  return {
    row: row.row,
    line: row.line,
    modelNumber,
    manufacturer: row.manufacturer,
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
