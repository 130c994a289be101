import {
  type BulkResultRow,
  maxListedCell,
  maxRowsWithCells,
  type ResultSort,
} from '@warranty/contracts/bulk-results';
import type { BatchLookup as Batches } from '../../../lookups/answers/batch-lookup.ts';
import type { SerialResult } from '../../../lookups/answers/serial-result.ts';
import { rowsOfDevice } from '../../../lookups/engine/packed-result.ts';
import { throwIfClientLeft } from '../../../platform/fairness/current-request.ts';
import { createSemaphore } from '../../../platform/fairness/semaphore.ts';
import type { Sharer } from '../../../platform/fairness/shares.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { RowsStore, ShownRow } from '../intake/rows.store.ts';
import type { RunRow, RunsStore } from '../runs/run.ts';
import { comparerFor } from './comparer.ts';
import { requireSource } from './export.ts';
import { isEveryRow, listedMatcher, type RowFilter } from './result-filter.ts';
import { serialResultOf, toListedResult } from './row-results.ts';
import { createListedSources, inFileOrder, type RowSource } from './row-source.ts';
import type { SortedRowsStore } from './sorted-rows.store.ts';

export interface ResultsQuery extends RowFilter {
  after: number;
  limit: number;
  search: string | null;
  /** Null for the order of the file. */
  sort: ResultSort | null;
  /** Positions of the columns whose cells are listed; empty for none. */
  columns: readonly number[];
}

export interface ResultsPage {
  rows: BulkResultRow[];
  nextAfter: number | null;
}

/** Limits per request. With a selective filter a page ends here even if it is short; the client requests the next one. */
const maxScannedRows = 20_000;
const maxScanMs = 150;
/** Lets even a busy machine return a small run in one page. */
const fewRows = 1000;
const maxScanMsForFew = 500;
/** Rows per statement: few at first, because they can be large, then as many as can be scanned quickly. */
const windows = { first: 16, max: 1000, growth: 4, slowMs: 25 };
/** Concurrent searches in this process; each occupies a connection and a database core. */
const searches = { max: 2, maxWaiting: 40, busySeconds: 3 };

/**
 * Large rows take long to read: after this many bytes, the remaining rows of a page are listed without cells. Not after some
 * time, because then a busy machine would list ordinary rows without them.
 */
const maxCellBytes = 4 * 1024 * 1024;

export interface ResultsDeps {
  rows: Pick<RowsStore, 'shown' | 'matching' | 'cells'>;
  sortedRows: SortedRowsStore;
  runs: Pick<RunsStore, 'source'>;
  batches: Pick<Batches, 'notKnownSeconds'>;
  clock?: () => number;
}

/** Filters are applied while reading, so no index over results is needed. */
export function createResultsReader(deps: ResultsDeps) {
  const { rows, sortedRows, runs, batches, clock = () => performance.now() } = deps;
  const listed = createListedSources(sortedRows);
  const semaphore = createSemaphore(searches.max, {
    maxLength: searches.maxWaiting,
    fullError: () => new AppError('too_many_requests', { retryAfterSeconds: searches.busySeconds }),
  });

  const show = (row: ShownRow, now: Date) => toResultRow(row, batches.notKnownSeconds, now);

  async function readPage(run: RunRow, { after, limit }: ResultsQuery): Promise<ResultsPage> {
    const now = new Date();
    const page = (await rows.shown(run, after, limit)).map((row) => show(row, now));
    const last = page.at(-1)?.row ?? after;
    return { rows: page, nextAfter: page.length === limit && last < run.totalRows ? last : null };
  }

  /** Returns a function that picks the rows that match. */
  async function matcherFor(run: RunRow, wanted: RowFilter) {
    const now = new Date();
    if (isEveryRow(wanted)) return (found: ShownRow[]) => found;
    const isListed = listedMatcher(wanted, now);
    const pickListed = (found: ShownRow[]) =>
      found.filter((row) => isListed(toListedResult(row, serialResultOf(row), now)));
    if (wanted.filter !== 'differs') return pickListed;
    const { columns, compare } = comparerFor(await requireSource({ runs }, run), run.options);
    if (columns.length === 0) return () => [];
    return async (found: ShownRow[]) => {
      const answered = pickListed(found).filter((row) => serialResultOf(row)?.outcome === 'found');
      const numbers = answered.map(({ row }) => row);
      const cells = numbers.length > 0 ? await rows.cells(run, numbers, columns, maxListedCell) : new Map();
      return answered.filter((row) => {
        const byPosition = cells.get(row.row)?.byPosition ?? {};
        const compared: string[] = [];
        for (const at of columns) compared[at] = byPosition[at] ?? '';
        return compare(row, compared, serialResultOf(row)).length > 0;
      });
    };
  }

  async function search(run: RunRow, source: RowSource, query: ResultsQuery): Promise<ResultsPage> {
    const { limit } = query;
    const now = new Date();
    const pickMatches = await matcherFor(run, query);
    const page: BulkResultRow[] = [];
    const startedAt = clock();
    const { start, end, positionAfter, nextAfter } = source;
    let at = start;
    let window = windows.first;
    while (at < end && mayScanOn(at - start, clock() - startedAt)) {
      throwIfClientLeft();
      const windowBegun = clock();
      for (const row of await pickMatches(await source.read(at, window))) {
        page.push(show(row, now));
        if (page.length === limit) return { rows: page, nextAfter: nextAfter(positionAfter(row, at)) };
      }
      at += window;
      window = nextWindow(window, clock() - windowBegun);
    }
    return { rows: page, nextAfter: nextAfter(at) };
  }

  /** Few rows at first, because they can be large. */
  async function withCells(run: RunRow, page: BulkResultRow[], columns: readonly number[]) {
    const listed: BulkResultRow[] = [];
    let bytes = 0;
    let window = windows.first / windows.growth;
    while (listed.length < page.length && bytes < maxCellBytes) {
      const next = page.slice(listed.length, listed.length + window);
      const found = await rows.cells(
        run,
        next.map(({ row }) => row),
        columns,
        maxListedCell,
      );
      for (const row of next) {
        const cells = found.get(row.row);
        bytes += cells?.bytes ?? 0;
        listed.push({ ...row, cells: columns.map((column) => cells?.byPosition[column] ?? '') });
      }
      window *= windows.growth;
    }
    return [...listed, ...page.slice(listed.length)];
  }

  return async function readResults(sharer: Sharer, run: RunRow, asked: ResultsQuery): Promise<ResultsPage> {
    const { columns } = asked;
    const query = columns.length > 0 ? { ...asked, limit: Math.min(asked.limit, maxRowsWithCells) } : asked;
    const { search: text, sort, ends } = query;
    const sourceOf = async () => {
      if (sort) return listed.sorted(run, sort, query);
      return (ends && (await listed.ending(run, ends, query))) || inFileOrder(rows, run, query);
    };
    const page = await (!isEveryRow(query) || text || sort
      ? semaphore.run(sharer, async () => search(run, await sourceOf(), query))
      : readPage(run, query));
    return columns.length > 0 ? { ...page, rows: await withCells(run, page.rows, columns) } : page;
  };
}

/** A row as it is listed. */
export function toResultRow(row: ShownRow, notKnownSeconds: number, now: Date): BulkResultRow {
  const result = serialResultOf(row);
  return {
    row: row.row,
    line: row.line,
    modelNumber: row.serial ?? '',
    ...toListedResult(row, result, now),
    retryAt: retryAtOf(result, notKnownSeconds, now),
    sameDevice: row.answer ? rowsOfDevice(row.answer) : 1,
  };
}

function mayScanOn(rows: number, tookMs: number): boolean {
  return rows < maxScannedRows && tookMs < (rows < fewRows ? maxScanMsForFew : maxScanMs);
}

function nextWindow(window: number, tookMs: number): number {
  const { max, growth, slowMs } = windows;
  if (tookMs > slowMs) return Math.max(1, Math.floor(window / growth));
  if (tookMs > slowMs / growth) return window;
  return Math.min(max, window * growth);
}

/** A not-known answer is cached for a while; until it expires, a retry would return the same one. */
function retryAtOf(result: SerialResult | null, notKnownSeconds: number, now: Date): string | null {
  if (!result?.checkedAt || result.outcome === 'found') return null;
  const retryAt = new Date(Date.parse(result.checkedAt) + notKnownSeconds * 1000);
  return retryAt > now ? retryAt.toISOString() : null;
}
