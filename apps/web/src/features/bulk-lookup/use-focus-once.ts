import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the element on mount: the previously focused drop area or dialog has been removed. */
export function useFocusOnce<T extends HTMLElement>(isWanted = true): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (!isWanted) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  return ref;
}
