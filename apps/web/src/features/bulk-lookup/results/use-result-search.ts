import { useCallback } from 'react';
import { useUrlParameter } from '../../../lib/use-url-parameter.ts';

/** What is searched for in the results, `?search=PC-7`. */
export function useResultSearch() {
  const [text, setText] = useUrlParameter('search');
  const search = text ?? '';
  const setSearch = useCallback((next: string) => next !== search && setText(next), [search, setText]);
  return { search, setSearch };
}
