import { useEffect, useRef } from 'react';

/** For work of which only the last counts: returns a signal for the next one, after aborting the one before. Leaving aborts it too. */
export function useNextSignal(): () => AbortSignal {
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);
  return () => {
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  };
}
