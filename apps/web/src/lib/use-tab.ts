import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * The selected tab of a screen, `?tab=NAME`, so that it survives a reload and can be linked. The first one needs no name. A
 * second row of tabs on the same screen has its own parameter.
 */
export function useTab<Name extends string>(
  names: readonly [Name, ...Name[]],
  parameter = 'tab',
): { tab: Name; openTab: (name: string) => void } {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    tab: names.find((name) => name === search[parameter]) ?? names[0],
    openTab: (name) =>
      navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, [parameter]: name }),
        replace: true,
        resetScroll: false,
      }),
  };
}
