import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Search = Record<string, unknown>;

/** The parameters of the URL, and a function that changes them where the page is scrolled to. */
export function useUrlParameters() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (next: (before: Search) => Search, { replace = true } = {}) =>
      navigate({ to: '.', search: next as never, replace, resetScroll: false }),
    [navigate],
  );
  return { search, change };
}

/**
 * One parameter of the URL, so that what it stands for survives a reload and can be linked. Null and an empty text remove
 * it. Other parameters are kept, and no entry is added to the history.
 */
export function useUrlParameter(name: string): [string | null, (value: string | null) => void] {
  const { search, change } = useUrlParameters();
  const current = search[name];
  const setValue = useCallback(
    (value: string | null) =>
      change(({ [name]: _, ...others }) => (value ? { ...others, [name]: value } : others)),
    [change, name],
  );
  return [typeof current === 'string' && current !== '' ? current : null, setValue];
}
