import { useNavigate, useSearch } from '@tanstack/react-router';

/** The run in the URL, `?run=ID`, so that it survives a reload and can be bookmarked. */
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
