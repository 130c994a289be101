import { useUrlParameter } from './use-url-parameter.ts';

/**
 * The selected tab of a screen, `?tab=NAME`, so that it survives a reload and can be linked. The first one needs no name. A
 * second row of tabs on the same screen has its own parameter.
 */
export function useTab<Name extends string>(
  names: readonly [Name, ...Name[]],
  parameter = 'tab',
): { tab: Name; openTab: (name: string) => void } {
  const [current, openTab] = useUrlParameter(parameter);
  return { tab: names.find((name) => name === current) ?? names[0], openTab };
}
