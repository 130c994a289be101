import { useQuery } from '@tanstack/react-query';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { readBulkRow } from '@warranty/contracts/bulk-results';
import { useEffect } from 'react';
import { call } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query.ts';
import { isLive } from '../run/run-state.ts';
import { resultsKey } from './use-result-rows.ts';

const refetchIntervalMs = 2000;
const cacheMs = 60_000;

const queryOf = (run: BulkRun, row: number) => ({
  queryKey: [...resultsKey(run), 'row', row],
  queryFn: () => call(readBulkRow, { params: { runId: run.id, row: String(row) } }),
  gcTime: cacheMs,
});

/** Everything about one row. The next one is loaded as well, so that stepping through rows does not wait. */
export function useRowDetails(run: BulkRun, row: number, next: number | null) {
  const live = isLive(run.status);
  useEffect(() => {
    if (next !== null && !live) queryClient.prefetchQuery(queryOf(run, next));
  }, [run, next, live]);
  return useQuery({ ...queryOf(run, row), refetchInterval: live && refetchIntervalMs });
}
