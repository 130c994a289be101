import { resultFilters } from '@warranty/contracts/bulk-results';
import { useUrlParameter } from '../../../lib/use-url-parameter.ts';
import type { ResultFilter } from '../run/outcome-labels.ts';

interface ChosenFilter {
  filter: ResultFilter | null;
  setFilter: (filter: ResultFilter | null) => void;
}

/** The filter of the results, `?filter=expired`, which other pages link to. */
export function useResultFilter(): ChosenFilter {
  const [filter, setFilter] = useUrlParameter('filter');
  return { filter: resultFilters.find((one) => one === filter) ?? null, setFilter };
}
