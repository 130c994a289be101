import { maxSortedRows, type ResultSort } from '@warranty/contracts/bulk-results';
import { formatNumber } from '@warranty/domain/csv/csv-error';
import { endBounds } from '@warranty/domain/end-filter';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../platform/http/app-error.ts';
import { createSingleFlight } from '../../../platform/single-flight.ts';
import type { RowsStore, ShownRow } from '../intake/rows.store.ts';
import type { RunRow } from '../runs/run.ts';
import type { SortedRowsStore } from './sorted-rows.store.ts';

/** The rows of a run in some order, read in windows. Positions count from 0. */
export interface RowSource {
  start: number;
  end: number;
  /** The rows of a window that contain the searched text. */
  read(at: number, size: number): Promise<ShownRow[]>;
  /** The position after a row that was read from the window at `at`. */
  positionAfter(row: ShownRow, at: number): number;
  /** What a client sends to continue from a position; null at the end. */
  nextAfter(at: number): number | null;
}

interface SourceQuery {
  after: number;
  search: string | null;
}

export function inFileOrder(
  rows: Pick<RowsStore, 'shown' | 'matching'>,
  run: RunRow,
  { after, search }: SourceQuery,
): RowSource {
  return {
    start: after,
    end: run.totalRows,
    read: (at, size) => (search ? rows.matching(run, at, size, search) : rows.shown(run, at, size)),
    positionAfter: ({ row }) => row,
    nextAfter: (at) => (at < run.totalRows ? at : null),
  };
}

/** For users who scroll through a few sorted runs; others are sorted again. */
const cachedLists = { maxBytes: 8 * 1024 * 1024, ms: 5 * 60_000 };

const finished: RunRow['status'][] = ['completed', 'cancelled', 'error'];

/** Rows of finished runs, from a list of their numbers. */
export function createListedSources(store: SortedRowsStore) {
  const lists = new LRUCache<string, Int32Array>({
    maxSize: cachedLists.maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
    ttl: cachedLists.ms,
  });
  const singleFlight = createSingleFlight<Int32Array>();

  async function listOf(run: RunRow, name: string, read: () => Promise<Int32Array>): Promise<Int32Array> {
    // A retry changes results, and then the run finishes again.
    const key = `${run.key} ${run.finishedAt?.getTime()} ${name}`;
    const cached = lists.get(key);
    if (cached) return cached;
    const list = await singleFlight(key, read).result;
    lists.set(key, list);
    return list;
  }

  const inList = (run: RunRow, list: Int32Array, start: number, search: string | null): RowSource => ({
    start,
    end: list.length,
    read: (at, size) => store.listed(run, list.subarray(at, at + size), search),
    positionAfter: ({ row }, at) => list.indexOf(row, at) + 1,
    nextAfter: (at) => (at < list.length ? (list[at - 1] ?? null) : null),
  });

  return {
    async sorted(run: RunRow, sort: ResultSort, { after, search }: SourceQuery): Promise<RowSource> {
      if (!finished.includes(run.status) || run.totalRows > maxSortedRows)
        throw new AppError('cannot_sort', { values: { limit: formatNumber(maxSortedRows) } });
      const list = await listOf(run, sort, () => store.order(run, sort));
      const found = list.indexOf(after);
      return inList(run, list, after === 0 ? 0 : found < 0 ? list.length : found + 1, search);
    },

    /**
     * Rows whose coverage may end when the filter says, in file order; null where they must be searched for. Reading all end
     * dates takes a second or two for a million rows, and searching for a few among them ten times as long. Yet most first
     * pages are found at once, so only the following ones come from the list.
     */
    async ending(run: RunRow, ends: string, { after, search }: SourceQuery): Promise<RowSource | null> {
      if (after === 0 || !finished.includes(run.status)) return null;
      const bounds = endBounds(ends, new Date());
      const list = await listOf(run, `${bounds.from}..${bounds.to}`, () => store.ending(run, bounds));
      const next = list.findIndex((row) => row > after);
      return inList(run, list, next < 0 ? list.length : next, search);
    },
  };
}
