import { maxSortedRows, type ResultSort } from '@warranty/contracts/bulk-results';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/http/app-error.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import type { RowsStore, ShownRow } from './rows.store.ts';
import type { SortedRowsStore } from './sorted-rows.store.ts';
import type { RunRow } from './stored-runs.store.ts';

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
const cachedOrders = { maxBytes: 8 * 1024 * 1024, ms: 5 * 60_000 };

const finished: RunRow['status'][] = ['completed', 'cancelled', 'error'];

export function createSortedSource(store: SortedRowsStore) {
  const orders = new LRUCache<string, Int32Array>({
    maxSize: cachedOrders.maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
    ttl: cachedOrders.ms,
  });
  const singleFlight = createSingleFlight<Int32Array>();

  async function orderOf(run: RunRow, sort: ResultSort): Promise<Int32Array> {
    // A retry changes results, and then the run finishes again.
    const key = `${run.key} ${run.finishedAt?.getTime()} ${sort}`;
    const cached = orders.get(key);
    if (cached) return cached;
    const order = await singleFlight(key, () => store.order(run, sort)).result;
    orders.set(key, order);
    return order;
  }

  return async function sortedSource(
    run: RunRow,
    sort: ResultSort,
    { after, search }: SourceQuery,
  ): Promise<RowSource> {
    if (!finished.includes(run.status) || run.totalRows > maxSortedRows)
      throw new AppError('cannot_sort', { values: { limit: maxSortedRows.toLocaleString('en-US') } });
    const order = await orderOf(run, sort);
    const found = order.indexOf(after);
    return {
      start: after === 0 ? 0 : found < 0 ? order.length : found + 1,
      end: order.length,
      read: (at, size) => store.listed(run, order.subarray(at, at + size), search),
      positionAfter: ({ row }, at) => order.indexOf(row, at) + 1,
      nextAfter: (at) => (at < order.length ? (order[at - 1] ?? null) : null),
    };
  };
}
