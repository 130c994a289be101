import { useNavigate, useSearch } from '@tanstack/react-router';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { ResultSort } from '@warranty/contracts/bulk-results';
import { canSort, parseSort } from './result-sort.ts';

/** The order of the results, `?sort=-endDate`, so that it survives a reload. */
export function useResultSort(run: BulkRun) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const isOffered = canSort(run);
  const setSort = (sort: ResultSort | null) =>
    navigate({
      to: '.',
      search: ({ sort: _, ...others }: Record<string, unknown>) => (sort ? { ...others, sort } : others),
      replace: true,
      resetScroll: false,
    });
  return { sort: isOffered ? parseSort(search.sort) : null, setSort: isOffered ? setSort : null };
}
