import { useNavigate, useSearch } from '@tanstack/react-router';

/** The run that the address names: `?run=ID`. So it is found again after a reload, and can be kept as a bookmark. */
export function useRunParam() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (next: { run?: string }) => navigate({ to: '.', search: next, resetScroll: false });
  return {
    runId: typeof search.run === 'string' && search.run !== '' ? search.run : null,
    openRun: (runId: string) => go({ run: runId }),
    closeRun: () => go({}),
  };
}
