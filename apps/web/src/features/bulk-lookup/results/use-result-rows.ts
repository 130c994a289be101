import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { type BulkResultRow, type ResultSort, readBulkResults } from '@warranty/contracts/bulk-results';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { type RowChoice, searchOf } from '../run/row-choice.ts';
import { isLive } from '../run/run-state.ts';
import { runKey } from '../run/use-runs.ts';

const pageSize = 100;
/** Refetch interval for visible rows during a run. */
const refetchIntervalMs = 2000;
/** Pages out of view are evicted: a million rows must not stay in memory. */
const cacheMs = 60_000;
/** Delay, so that dragging the scroll bar does not load every page it passes. */
const settleTime = 80;
/** The next page is requested this many rows before the end of the loaded ones. */
const ahead = 30;

/** A row with the cells of the file, by the position of their column. */
export interface ResultRow extends BulkResultRow {
  own?: Readonly<Record<number, string>>;
}

export interface ResultRows {
  count: number;
  rowAt: (index: number) => ResultRow | undefined;
  /** The index of a row by its number in the file; negative if it is not among the loaded ones. */
  indexOf: (row: number) => number;
  onView: (first: number, last: number) => void;
  error: Error | null;
  retry: () => void;
  /** False while there may be more rows to load. */
  isWhole: boolean;
  isPending: boolean;
}

interface ResultQuery extends RowChoice {
  search: string;
  sort: ResultSort | null;
}

/** Columns of the file by position. The text is part of cache keys. */
type FilePlaces = readonly number[];

async function readPage(
  runId: string,
  after: number,
  places: FilePlaces,
  query?: ResultQuery,
): Promise<{ rows: ResultRow[]; nextAfter: number | null }> {
  const page = await call(readBulkResults, {
    params: { runId },
    query: {
      after: String(after),
      limit: String(pageSize),
      ...(places.length > 0 && { columns: places.join() }),
      ...(query && searchOf(query)),
      ...(query?.search && { search: query.search }),
      ...(query?.sort && { sort: query.sort }),
    },
  });
  if (places.length === 0) return page;
  // By position, because rows stay visible while those with other columns load.
  const withCells = ({ cells, ...row }: BulkResultRow): ResultRow =>
    cells ? { ...row, own: Object.fromEntries(places.map((place, at) => [place, cells[at] ?? ''])) } : row;
  return { ...page, rows: page.rows.map(withCells) };
}

/** Rows loaded during a run are not final, so they have a separate cache key. */
export const resultsKey = (run: BulkRun) => [
  ...runKey(run.id),
  'results',
  isLive(run.status) ? 'live' : run.finishedAt,
];

/** The first and last row in view once scrolling has paused. Rendering on every step would make scrolling slow. */
function useSettledView() {
  const [view, setView] = useState({ first: 0, last: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onView = useCallback((first: number, last: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setView({ first, last }), settleTime);
  }, []);
  return { ...view, onView };
}

/** All rows in file order, so any page can be requested independently. Skips the first `from` rows. */
export function useAllRows(run: BulkRun, from: number, count: number, places: FilePlaces): ResultRows {
  const { first, last, onView } = useSettledView();
  const [start, end] = [Math.floor((from + first) / pageSize), Math.floor((from + last) / pageSize)];
  const wanted = Array.from({ length: end - start + 1 }, (_, index) => start + index);
  const pages = useQueries({
    queries: wanted.map((page) => ({
      queryKey: [...resultsKey(run), page, ...places],
      queryFn: () => readPage(run.id, page * pageSize, places),
      gcTime: cacheMs,
      refetchInterval: isLive(run.status) && refetchIntervalMs,
    })),
  });
  const rows = new Map(pages.flatMap(({ data }) => data?.rows ?? []).map((row) => [row.row, row]));
  return {
    count,
    rowAt: (index) => rows.get(from + index + 1),
    indexOf: (row) => (row > from && row <= from + count ? row - from - 1 : -1),
    onView,
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => pages.filter(({ isError }) => isError).forEach((page) => void page.refetch()),
    isWhole: true,
    isPending: false,
  };
}

/** Rows that match a filter or a search, or are sorted, page by page; a page may be short or empty even if more follow. */
export function useFoundRows(run: BulkRun, query: ResultQuery, places: FilePlaces, enabled: boolean) {
  const found = useInfiniteQuery({
    queryKey: [...resultsKey(run), query, ...places],
    queryFn: ({ pageParam }) => readPage(run.id, pageParam, places, query),
    initialPageParam: 0,
    getNextPageParam: ({ nextAfter }) => nextAfter,
    placeholderData: keepPreviousData,
    gcTime: cacheMs,
    enabled,
    refetchInterval: ({ state }) =>
      isLive(run.status) && (state.data?.pages.length ?? 0) < 3 && refetchIntervalMs,
  });
  const { data, error, isPending, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } =
    found;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const [last, setLast] = useState(0);
  const isShort = last + ahead >= rows.length;
  const isSearching = enabled && isShort && hasNextPage && !error;
  useEffect(() => {
    if (isSearching && !isFetching) fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  return {
    count: rows.length,
    rowAt: (index: number) => rows[index],
    indexOf: (number: number) => rows.findIndex(({ row }) => row === number),
    onView: useCallback((_top: number, bottom: number) => setLast(bottom), []),
    error,
    // Loaded pages stay cached: a search continues where it stopped.
    retry: () => void (hasNextPage ? fetchNextPage() : refetch()),
    isWhole: !hasNextPage,
    isPending: isPending || (rows.length === 0 && hasNextPage),
    /** Number of file rows searched so far; 0 if they are sorted, because then the last row says nothing about it. */
    searched: isPlaceholderData || query.sort ? 0 : (data?.pages.at(-1)?.nextAfter ?? 0),
    /** True while pages load automatically, until there are enough rows to fill the view. */
    isSearching: isSearching || isPlaceholderData,
  };
}
