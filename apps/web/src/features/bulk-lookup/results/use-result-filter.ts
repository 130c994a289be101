import { useNavigate, useSearch } from '@tanstack/react-router';
import { resultFilters } from '@warranty/contracts/bulk-results';
import type { ResultFilter } from '../run/outcome-labels.ts';

/** The filter of the results, `?filter=expired`, so that it survives a reload and other pages can link to it. */
export function useResultFilter() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    filter: resultFilters.find((one) => one === search.filter) ?? null,
    setFilter: (filter: ResultFilter | null) =>
      navigate({
        to: '.',
        search: ({ filter: _, ...others }: Record<string, unknown>) =>
          filter ? { ...others, filter } : others,
        replace: true,
        resetScroll: false,
      }),
  };
}
