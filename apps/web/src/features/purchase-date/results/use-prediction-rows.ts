import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { AssetFile } from '../file/asset-file.ts';
import type { RowFilter } from './prediction-rows.ts';

const pageSize = 100;
/** Pages out of view are dropped from the cache; the worker still has them. */
const cacheMs = 10_000;

export type PredictionRows = ReturnType<typeof usePredictionRows>;

/** The rows in view, loaded page by page. */
export function usePredictionRows(file: AssetFile, filter: RowFilter) {
  const [view, setView] = useState('0-0');
  const [first = 0, last = 0] = view.split('-').map(Number);
  const pageOf = (index: number) => Math.floor(index / pageSize);
  const ask = (page: number) => ({
    queryKey: ['predictions', file.id, filter, page],
    queryFn: () => file.ask('rows', { filter, from: page * pageSize, count: pageSize }),
    gcTime: cacheMs,
  });
  const beginning = useQuery({ ...ask(0), placeholderData: keepPreviousData });
  const count = beginning.data?.total ?? 0;
  const lastPage = Math.min(pageOf(last), pageOf(Math.max(count - 1, 0)));
  const wanted = Array.from(
    { length: Math.max(lastPage - pageOf(first), 0) + 1 },
    (_, index) => pageOf(first) + index,
  );
  const pages = useQueries({ queries: wanted.map(ask) });
  const byPage = new Map(wanted.map((page, index) => [page, pages[index]?.data?.rows]));
  return {
    count,
    /** Undefined until the worker has sent the row. */
    rowAt: (index: number) =>
      (byPage.get(pageOf(index)) ?? (index < pageSize ? beginning.data?.rows : undefined))?.[
        index % pageSize
      ],
    onView: useCallback((top: number, bottom: number) => setView(`${top}-${bottom}`), []),
    isPending: beginning.isPending,
  };
}
