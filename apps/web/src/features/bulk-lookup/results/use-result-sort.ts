import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { ResultSort } from '@warranty/contracts/bulk-results';
import { useUrlParameter } from '../../../lib/use-url-parameter.ts';
import { canSort, parseSort } from './result-sort.ts';

interface ResultOrder {
  sort: ResultSort | null;
  /** Null if the results of this run cannot be sorted. */
  setSort: ((sort: ResultSort | null) => void) | null;
}

/** The order of the results, `?sort=-endDate`. */
export function useResultSort(run: BulkRun): ResultOrder {
  const [sort, setSort] = useUrlParameter('sort');
  return canSort(run) ? { sort: parseSort(sort), setSort } : { sort: null, setSort: null };
}
