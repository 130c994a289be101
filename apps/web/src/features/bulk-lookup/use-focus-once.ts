import { type RefObject, useEffect, useRef } from 'react';

/** Takes the focus when it appears: what had it, a drop area or a dialog, is gone by then. */
export function useFocusOnce<T extends HTMLElement>(isWanted = true): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (!isWanted) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  return ref;
}
