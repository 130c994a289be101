import { useNavigate, useSearch } from '@tanstack/react-router';

/** The selected tab of a screen, `?tab=NAME`, so that it survives a reload and can be linked. The first one needs no name. */
export function useTab<Name extends string>(
  names: readonly [Name, ...Name[]],
): { tab: Name; openTab: (name: string) => void } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    tab: names.find((name) => name === search.tab) ?? names[0],
    openTab: (tab) => navigate({ to: '.', search: { tab }, replace: true, resetScroll: false }),
  };
}
