import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Record<string, unknown>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What is searched for in the results, `?search=PC-7`, so that it survives a reload. */
export function useResultSearch() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const current = textOf(search.search);
  const setSearch = useCallback(
    (text: string) => {
      if (text === current) return;
      navigate({
        to: '.',
        search: ({ search: _, ...others }: Search) => (text ? { ...others, search: text } : others),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, current],
  );
  return { search: current, setSearch };
}
