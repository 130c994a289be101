import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useIsConnected } from '../api/use-is-connected.ts';

type Module<P> = { default: ComponentType<P> };

/**
 * For code that could not be loaded: without a network, or because a new release replaced it. Tries again when the connection
 * is back, and when `retry` is called, which tells whether it worked.
 */
export function useLateImport<P>(load: () => Promise<Module<P>>) {
  const [loaded, setLoaded] = useState<Module<P> | null>(null);
  const isConnected = useIsConnected();
  const retry = useCallback(
    () =>
      load().then(
        (module) => {
          setLoaded(module);
          return true;
        },
        () => false,
      ),
    [load],
  );
  useEffect(() => {
    if (isConnected) retry();
  }, [isConnected, retry]);
  return { Loaded: loaded?.default ?? null, retry };
}
