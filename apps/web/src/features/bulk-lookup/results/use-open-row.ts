import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';

type Search = Record<string, unknown>;

/** The row whose details are open, `?row=12`, so that it survives a reload and can be shared. Back closes it. */
export function useOpenRow(totalRows: number) {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  const hasEntry = useRef(false);
  const row = Number(search.row);
  const openRow = Number.isInteger(row) && row >= 1 && row <= totalRows ? row : null;
  // Memoized, because every row of the table depends on it.
  return useMemo(() => {
    const go = (to: (before: Search) => Search, replace: boolean) =>
      navigate({ to: '.', search: to, replace, resetScroll: false });
    return {
      openRow,
      /** Stepping from row to row adds no history entries. */
      open: (next: number) => {
        if (openRow === null) hasEntry.current = true;
        return go((before) => ({ ...before, row: next }), openRow !== null);
      },
      close: () => {
        if (!hasEntry.current) return go(({ row: _, ...others }) => others, true);
        hasEntry.current = false;
        return history.back();
      },
      hrefOf: (next: number) => {
        const texts = Object.entries({ ...search, row: next }).map(([name, value]) => [name, String(value)]);
        return `?${new URLSearchParams(texts)}`;
      },
    };
  }, [search, openRow, navigate, history]);
}
