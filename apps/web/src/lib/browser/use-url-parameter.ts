import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Record<string, unknown>;

/**
 * One parameter of the URL, so that what it stands for survives a reload and can be linked. Null and an empty text remove
 * it. Other parameters are kept, and no entry is added to the history.
 */
export function useUrlParameter(name: string): [string | null, (value: string | null) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const current = search[name];
  const setValue = useCallback(
    (value: string | null) => {
      navigate({
        to: '.',
        search: ({ [name]: _, ...others }: Search) => (value ? { ...others, [name]: value } : others),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, name],
  );
  return [typeof current === 'string' && current !== '' ? current : null, setValue];
}
